import { CallFailure } from '../signup/call-failure.ts';
import { offline } from '../signup/messages.ts';

/** @throws CallFailure `notSent` if the browser is offline */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new CallFailure('notSent', [offline]);
}
