/**
 * Why a call did not succeed:
 * - `notSent`: nothing left this device (offline, script blocked), or a busy host did not process it; a repeat is safe
 * - `unauthorized`: the host did not accept the access token
 * - `refused`: the other side refused; `messages` says why, and may hold HTML
 * - `noAnswer`: the outcome is unknown; repeating it may register twice (decision 9)
 */
export type CallFailureReason = 'notSent' | 'unauthorized' | 'refused' | 'noAnswer';

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly reason: CallFailureReason;
  readonly messages: readonly string[];

  constructor(reason: CallFailureReason, messages: readonly string[] = []) {
    super(reason);
    this.reason = reason;
    this.messages = messages;
  }
}

/** A rejected promise's reason as a {@link CallFailure}. Any other error counts as `noAnswer`, to be careful. */
export function callFailureOf(error: unknown): CallFailure {
  return error instanceof CallFailure ? error : new CallFailure('noAnswer');
}
