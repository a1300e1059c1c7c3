import { CallFailure } from '../signup/call-failure.ts';
import { offline } from '../signup/messages.ts';

/** @throws CallFailure `notSent` where the browser knows that it is offline */
export function requireNetwork(): void {
  if (navigator.onLine === false) throw new CallFailure('notSent', [offline]);
}
