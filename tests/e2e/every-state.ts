import type { Page } from '@playwright/test';
import type { CallName } from '../../sandbox/scenarios.ts';
import type { SignupState } from '../../src/machines/signup.ts';
import { BANK_DEBIT } from '../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import type { Sandbox } from './fixtures.ts';
import {
  atBank,
  openConfirm,
  openTyped,
  reviewedByCard,
  seedSession,
  sessionWith,
  typedForm,
} from './seeded.ts';

/** A page and its sandbox. */
export type Stage = { page: Page; sandbox: Pick<Sandbox, 'gateway' | 'setScenario'> };

/** Longer than anyone looks at a screen. */
const never = { delayMs: 600_000 };

/** The session of a donor who went to the bank. */
export const leftAtBank = (): SavedSession => ({
  ...reviewedByCard(),
  registration: atBank,
  isAtBank: true,
});

/** What the bank sends back. */
export const bankAnswer = Buffer.from(
  JSON.stringify({ accessId: 'access', event: '3DSecure', csrfToken: 'csrf' }),
).toString('base64url');

/** Opens the callback as the bank does, with the session of a donor who went there. */
export async function comeBackFromBank({ page }: Pick<Stage, 'page'>): Promise<void> {
  await seedSession(page, leftAtBank());
  await page.goto(`/form/member/callback?p=${bankAnswer}`);
}

/** Opens the input screen with a session. */
async function openInput(page: Page, session: SavedSession): Promise<void> {
  await seedSession(page, session);
  await page.goto('/form/member');
}

/** Sends an application while one call gets no answer. */
const submitWithout =
  (call: CallName) =>
  async ({ page, sandbox }: Stage): Promise<void> => {
    await sandbox.setScenario(call, never);
    await openConfirm(page);
    await donorAt(page).isAt('confirm.reviewing');
    await donorAt(page).agreeAndSubmit();
  };

/** Answers the next navigation there with a 204, after which the browser stays on its page. */
const stayHere = (page: Page, url: string) => page.route(url, (route) => route.fulfill({ status: 204 }));

async function goToBank({ page, sandbox }: Stage): Promise<void> {
  const redirectUrl = `${sandbox.gateway}/3ds/nowhere`;
  await stayHere(page, redirectUrl);
  await sandbox.setScenario('memberRegisterCard', {
    body: { success: true, redirectUrl, registerToken: 'register' },
  });
  await openConfirm(page, reviewedByCard());
  await donorAt(page).agreeAndSubmit();
  await donorAt(page).isAt('cardRedirect');
}

async function complete(stage: Stage): Promise<void> {
  await stayHere(stage.page, '**/complete.php');
  await stage.sandbox.setScenario('memberVerifyCard', { body: { success: true } });
  await comeBackFromBank(stage);
  await donorAt(stage.page).isAt('complete');
}

async function verify(stage: Stage): Promise<void> {
  await stage.sandbox.setScenario('memberVerifyCard', never);
  await comeBackFromBank(stage);
  await donorAt(stage.page).isAt('callback.verifying');
}

/** Lets the time pass after which `leave` should have left the page. */
const stalled = (leave: (stage: Stage) => Promise<void>) => async (stage: Stage) => {
  await stage.page.clock.install();
  await leave(stage);
  await stage.page.clock.runFor(11_000);
};

/** The shortest way to each state of the chart in which a screen is shown; each starts on an empty page. */
const stepsToStates: Readonly<Record<SignupState, (stage: Stage) => Promise<void>>> = {
  'input.form.filling': ({ page }) => donorAt(page).open(),
  'input.form.correcting': async ({ page }) => {
    await donorAt(page).open();
    await donorAt(page).confirmInput();
    await donorAt(page).errorFor('lastName').waitFor();
  },
  'input.cardNotice': async ({ page }) => {
    await donorAt(page).open();
    await page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'input.form.failed': ({ page }) => openInput(page, leftAtBank()),
  'input.form.outcomeUnknown': ({ page }) =>
    openInput(page, sessionWith(typedForm, { unanswered: 'registerCard' })),
  'input.checkingCard': async ({ page, sandbox }) => {
    await sandbox.setScenario('gatewayToken', never);
    await openTyped(page);
    await donorAt(page).fill(TEST_CARD);
    await donorAt(page).confirmInput();
  },
  'confirm.reviewing': ({ page }) => openConfirm(page, reviewedByCard()),
  'confirm.cardExpired': async ({ page }) => {
    await page.clock.install();
    await openConfirm(page, reviewedByCard());
    await donorAt(page).isAt('confirm.reviewing');
    await page.clock.fastForward('25:00');
  },
  'confirm.submitting.solvingCaptcha': submitWithout('captchaToken'),
  'confirm.submitting.awaitingAccessToken': submitWithout('token'),
  'confirm.submitting.registering': submitWithout('memberRegisterBank'),
  'cardRedirect.leaving': goToBank,
  'cardRedirect.stalled': stalled(goToBank),
  'callback.awaitingAccessToken': async (stage) => {
    await stage.sandbox.setScenario('token', never);
    await comeBackFromBank(stage);
  },
  'callback.verifying.waiting': verify,
  'callback.verifying.slow': stalled(verify),
  'callback.notSent': async (stage) => {
    await stage.sandbox.setScenario('token', { drop: 'before' });
    await comeBackFromBank(stage);
  },
  'callback.reopening': async (stage) => {
    await stayHere(stage.page, '**/returned');
    await stage.sandbox.setScenario('memberVerifyCard', { body: { success: false } });
    await comeBackFromBank(stage);
  },
  'complete.leaving': complete,
  'complete.stalled': stalled(complete),
  'complete.remembered': ({ page }) =>
    openInput(page, {
      ...untouchedSession,
      finished: { at: Date.now(), amount: 3000, paymentMethod: BANK_DEBIT, expatriate: false },
    }),
};

/** Every state of the chart in which a screen is shown, as dotted paths. */
export const everyState = Object.keys(stepsToStates) as readonly SignupState[];

/** Brings a new page into a state. */
export async function reach(state: SignupState, stage: Stage): Promise<void> {
  await stepsToStates[state](stage);
  await donorAt(stage.page).isAt(state);
}
