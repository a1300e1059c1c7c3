import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import {
  captchaUnavailable,
  cardCheckTimedOut,
  cardCheckUnavailable,
  networkFailed,
  notSettledWithoutReason,
  refusedWithoutReason,
  unknownOutcome,
} from '../../src/signup/messages.ts';

/** Where a row begins: what the donor has done before the outside thing fails. */
type Begin = 'filling' | 'confirmByBank' | 'confirmByCard' | 'backFromBank';

/** One row: an outside thing fails in one way; what the donor then sees, and what must be there. */
export type Fault = {
  thing: CallName;
  how: string;
  begin: Begin;
  scenario: Scenario;
  /** How far the clock is moved on, in seconds, for what never answers. */
  wait?: number;
  /** The state in which the clock is moved on, where the thing was asked for before. */
  during?: string;
  /** The chart's state afterwards. */
  ends: string;
  /** Every message in the list at the top, in order. */
  says: readonly (string | RegExp)[];
  /** Registrations that the sandbox holds afterwards. */
  stored: 0 | 1;
};

type Ending = Pick<Fault, 'ends' | 'says'>;

const HOUR = 3_600_000;

/**
 * A call of which the donor needs the answer, with the messages that it shows. One row for each thing that may come of
 * it: how every answer is read is compared in tests/services/api.test.ts.
 */
function importantCall(
  thing: CallName,
  begin: Begin,
  unknown: string,
  noReason: string,
  storedAlready: 0 | 1,
): Fault[] {
  const row = { thing, begin, stored: storedAlready };
  const failed: Ending = { ends: 'input.form.failed', says: [noReason] };
  const unclear: Ending = { ends: 'input.form.outcomeUnknown', says: [unknown] };
  return [
    { ...row, how: 'success: false without messages', scenario: { body: { success: false } }, ...failed },
    { ...row, how: 'never answers', scenario: { delayMs: HOUR }, wait: 60, ...unclear },
    { ...row, how: 'dropped after it was stored', scenario: { drop: 'after' }, ...unclear, stored: 1 },
  ];
}

/** A call before which nothing has been sent: whatever happens to it, the donor stays and may try again. */
function preparingCall(thing: CallName, begin: Begin, says: string[], ends: string, wait: number): Fault[] {
  const row: Omit<Fault, 'how' | 'scenario'> = { thing, begin, ends, says, stored: 0 };
  return [
    { ...row, how: 'dropped', scenario: { drop: 'before' } },
    { ...row, how: 'never answers', scenario: { delayMs: HOUR }, wait },
  ];
}

/** The whole table. A captcha that does not load is a journey of every engine (tests/engines/journeys.ts). */
export const faults: readonly Fault[] = [
  ...importantCall(
    'memberRegisterBank',
    'confirmByBank',
    unknownOutcome('registerBank'),
    refusedWithoutReason,
    0,
  ),
  ...importantCall(
    'memberRegisterCard',
    'confirmByCard',
    unknownOutcome('registerCard'),
    refusedWithoutReason,
    0,
  ),
  // the bank has approved by then, so the application is stored and waits
  ...importantCall(
    'memberVerifyCard',
    'backFromBank',
    unknownOutcome('verifyCard'),
    notSettledWithoutReason,
    1,
  ),
  ...preparingCall('token', 'confirmByBank', [networkFailed], 'confirm.reviewing', 10).map((fault) => ({
    ...fault,
    during: 'confirm.submitting.awaitingAccessToken',
  })),
  ...preparingCall('captchaToken', 'confirmByBank', [captchaUnavailable], 'confirm.reviewing', 20),
  // what it answers is not ours to read: it loads, or it does not
  ...[
    { how: 'blocked or dropped', scenario: { drop: 'before' as const } },
    { how: 'never answers', scenario: { delayMs: HOUR }, wait: 15 },
    { how: 'another script', scenario: { body: 'var a = 1;', contentType: 'text/javascript' } },
  ].map((row) => ({
    ...row,
    thing: 'gatewayScript' as const,
    begin: 'filling' as const,
    ends: 'input.form.failed',
    says: [cardCheckUnavailable],
    stored: 0 as const,
  })),
  {
    thing: 'gatewayToken',
    begin: 'filling',
    how: 'never answers',
    scenario: { delayMs: HOUR },
    wait: 30,
    ends: 'input.form.failed',
    says: [cardCheckTimedOut],
    stored: 0,
  },
  ...[
    { how: 'dropped', scenario: { drop: 'before' as const }, says: /混み合っています.*（コード：901）$/ },
    { how: 'a field is wrong', scenario: { body: { resultCode: '102' } }, says: /カード番号.*102/ },
    { how: 'a success without a token', scenario: { body: { resultCode: '000' } }, says: cardCheckTimedOut },
  ].map(({ how, scenario, says }) => ({
    thing: 'gatewayToken' as const,
    begin: 'filling' as const,
    how,
    scenario,
    ends: 'input.form.failed',
    says: [says],
    stored: 0 as const,
  })),
  ...preparingCall('postalCode', 'filling', [], 'confirm.reviewing', 10),
];
