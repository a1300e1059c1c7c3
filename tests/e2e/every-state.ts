import type { Page } from '@playwright/test';
import type { SignupState } from '../../src/machines/signup.ts';
import { BANK_DEBIT, emptyForm } from '../../src/signup/form.ts';
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
export const leftAtBank = (): Parameters<typeof seedSession>[1] => ({
  ...reviewedByCard(),
  registration: atBank,
  isAtBank: true,
});

/** What the bank sends back. */
export const bankAnswer = Buffer.from(
  JSON.stringify({ accessId: 'access', event: '3DSecure', csrfToken: 'csrf' }),
).toString('base64url');

async function submitByBank({ page }: Stage): Promise<void> {
  await openConfirm(page);
  await donorAt(page).isAt('confirm.reviewing');
  await donorAt(page).agreeAndSubmit();
}

/** Opens the callback as the bank does, with the session of a donor who went there. */
export async function comeBackFromBank({ page }: Pick<Stage, 'page'>): Promise<void> {
  await seedSession(page, leftAtBank());
  await page.goto(`/form/member/callback?p=${bankAnswer}`);
}

async function goToBank({ page, sandbox }: Stage): Promise<void> {
  const redirectUrl = `${sandbox.gateway}/3ds/nowhere`;
  await page.route(redirectUrl, (route) => route.fulfill({ status: 204 }));
  await sandbox.setScenario('memberRegisterCard', {
    body: { success: true, redirectUrl, registerToken: 'register' },
  });
  await openConfirm(page, reviewedByCard());
  await donorAt(page).agreeAndSubmit();
  await donorAt(page).isAt('cardRedirect');
}

async function complete(stage: Stage): Promise<void> {
  await stage.page.route('**/complete.php', (route) => route.fulfill({ status: 204 }));
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
async function stall(stage: Stage, leave: (stage: Stage) => Promise<void>): Promise<void> {
  await stage.page.clock.install();
  await leave(stage);
  await stage.page.clock.runFor(11_000);
}

/** The shortest way to each state of the chart in which a screen is shown; each starts on an empty page. */
const stepsToStates: Readonly<Record<SignupState, (stage: Stage) => Promise<void>>> = {
  'input.form.filling': async ({ page }) => {
    await donorAt(page).open();
  },
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
  'input.form.failed': async ({ page }) => {
    await seedSession(page, leftAtBank());
    await page.goto('/form/member');
  },
  'input.form.outcomeUnknown': async ({ page }) => {
    await seedSession(page, sessionWith(typedForm, { unanswered: 'registerCard' }));
    await page.goto('/form/member');
  },
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
  'confirm.submitting.solvingCaptcha': async (stage) => {
    await stage.sandbox.setScenario('captchaToken', never);
    await submitByBank(stage);
  },
  'confirm.submitting.awaitingAccessToken': async (stage) => {
    await stage.sandbox.setScenario('token', never);
    await submitByBank(stage);
  },
  'confirm.submitting.registering': async (stage) => {
    await stage.sandbox.setScenario('memberRegisterBank', never);
    await submitByBank(stage);
  },
  'cardRedirect.leaving': goToBank,
  'cardRedirect.stalled': (stage) => stall(stage, goToBank),
  'callback.awaitingAccessToken': async (stage) => {
    await stage.sandbox.setScenario('token', never);
    await comeBackFromBank(stage);
  },
  'callback.verifying.waiting': verify,
  'callback.verifying.slow': (stage) => stall(stage, verify),
  'callback.notSent': async (stage) => {
    await stage.sandbox.setScenario('token', { drop: 'before' });
    await comeBackFromBank(stage);
  },
  'callback.reopening': async (stage) => {
    await stage.page.route('**/returned', (route) => route.fulfill({ status: 204 }));
    await stage.sandbox.setScenario('memberVerifyCard', { body: { success: false } });
    await comeBackFromBank(stage);
  },
  'complete.leaving': complete,
  'complete.remembered': async ({ page }) => {
    await seedSession(page, {
      ...sessionWith(typedForm),
      form: emptyForm,
      finished: { at: Date.now(), amount: 3000, paymentMethod: BANK_DEBIT, expatriate: false },
    });
    await page.goto('/form/member');
  },
  'complete.stalled': (stage) => stall(stage, complete),
};

/** Every state of the chart in which a screen is shown, as dotted paths. */
export const everyState = Object.keys(stepsToStates) as readonly SignupState[];

/** Brings a new page into a state. */
export async function reach(state: SignupState, stage: Stage): Promise<void> {
  await stepsToStates[state](stage);
  await donorAt(stage.page).isAt(state);
}
