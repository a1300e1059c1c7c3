import { expect, type Page } from '@playwright/test';
import type { SignupState } from '../../../src/machines/signup.ts';
import { BANK_DEBIT } from '../../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../../src/signup/session/saved-session.ts';
import { closeQuestion, openQuestion } from './captcha-question.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import type { Sandbox } from './fixtures.ts';
import { hold } from './page.ts';
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

/** The session of a donor who went to the bank. */
export const leftAtBank = (): SavedSession => ({
  ...reviewedByCard(),
  registration: atBank,
  lastTry: { status: 'atBank' },
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

/** Answers the next navigation there with a 204, after which the browser stays on its page. */
const stayHere = (page: Page, url: string) => page.route(url, (route) => route.fulfill({ status: 204 }));

/** Lets the time pass after which another page or an answer should have come. The app itself has come long ago. */
async function waitInVain(page: Page): Promise<void> {
  await page.clock.runFor(11_000);
  await expect(page.locator('html')).not.toHaveAttribute('data-late');
}

/** Brings a page into one state after the other, and says into which. */
type Journey = (stage: Stage) => AsyncGenerator<SignupState>;

async function* mendErrors({ page }: Stage): ReturnType<Journey> {
  await donorAt(page).open();
  yield 'input.form.filling';
  // overseas, where the hints and one of the errors are longest
  await donorAt(page).tick('expatriate');
  await donorAt(page).fill({ phone: '1' });
  await donorAt(page).confirmInput();
  await donorAt(page).errorFor('lastName').waitFor();
  yield 'input.form.correcting';
  await page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' }).click();
  await page.getByRole('dialog').waitFor();
  yield 'input.cardNotice';
}

async function* goToBank({ page, sandbox }: Stage): ReturnType<Journey> {
  const redirectUrl = `${sandbox.gateway}/3ds/nowhere`;
  const body = { success: true, redirectUrl, registerToken: 'register' };
  await sandbox.setScenario('memberRegisterCard', { body });
  await stayHere(page, redirectUrl);
  await page.clock.install();
  const tokenise = await hold(page, `${sandbox.gateway}/token`);
  const solve = await hold(page, '**/captcha/token');
  const authorise = await hold(page, '**/token.php');
  const register = await hold(page, '**/memberRegisterCard.php');
  await openTyped(page);
  await donorAt(page).fill(TEST_CARD);
  await donorAt(page).confirmInput();
  yield 'input.checkingCard';
  tokenise();
  await donorAt(page).agreeAndSubmit();
  yield 'confirm.submitting.solvingCaptcha.checking';
  await openQuestion(page);
  yield 'confirm.submitting.solvingCaptcha.asking';
  await closeQuestion(page);
  yield 'confirm.submitting.solvingCaptcha.asked';
  solve();
  yield 'confirm.submitting.awaitingAccessToken';
  authorise();
  yield 'confirm.submitting.registering';
  register();
  yield 'cardRedirect.leaving';
  await waitInVain(page);
  yield 'cardRedirect.stalled';
}

/** Bank debit has words and a box of its own. */
async function* reviewByBankDebit({ page }: Stage): ReturnType<Journey> {
  await openConfirm(page);
  yield 'confirm.reviewing';
}

async function* letCardExpire({ page }: Stage): ReturnType<Journey> {
  await page.clock.install();
  await openConfirm(page, reviewedByCard());
  await donorAt(page).isAt('confirm.reviewing');
  await page.clock.fastForward('25:00');
  yield 'confirm.cardExpired';
}

async function* stopWaiting(stage: Stage): ReturnType<Journey> {
  const { page, sandbox } = stage;
  await stayHere(page, '**/returned');
  await page.clock.install();
  await sandbox.setScenario('token', { drop: 'before', times: 1 });
  await comeBackFromBank(stage);
  yield 'callback.notSent';
  const authorise = await hold(page, '**/token.php');
  await hold(page, '**/memberVerifyCard.php');
  await page.getByRole('button', { name: 'もう一度確認する' }).click();
  yield 'callback.awaitingAccessToken';
  authorise();
  yield 'callback.verifying.waiting';
  await waitInVain(page);
  yield 'callback.verifying.slow';
  await page.getByRole('button', { name: '入力画面に戻る' }).click();
  yield 'callback.reopening';
}

async function* complete(stage: Stage): ReturnType<Journey> {
  const { page, sandbox } = stage;
  await stayHere(page, '**/complete.php');
  await sandbox.setScenario('memberVerifyCard', { body: { success: true } });
  await page.clock.install();
  await comeBackFromBank(stage);
  yield 'complete.leaving';
  await waitInVain(page);
  yield 'complete.stalled';
}

/** Opens the form with a session after which it begins in this state. */
const beginAt = (state: SignupState, session: () => SavedSession): Journey =>
  async function* ({ page }) {
    await seedSession(page, session());
    await page.goto('/form/member');
    yield state;
  };

/** The journey to each state of the chart in which a screen is shown, in the order in which the journeys come there. */
const journeyTo: Readonly<Record<SignupState, Journey>> = {
  'input.form.filling': mendErrors,
  'input.form.correcting': mendErrors,
  'input.cardNotice': mendErrors,
  'input.form.failed': beginAt('input.form.failed', leftAtBank),
  'input.form.outcomeUnknown': beginAt('input.form.outcomeUnknown', () =>
    sessionWith(typedForm, {
      lastTry: { status: 'unanswered' },
      unanswered: [{ call: 'memberRegisterCard', key: 'key' }],
    }),
  ),
  'confirm.reviewing': reviewByBankDebit,
  'input.checkingCard': goToBank,
  'confirm.submitting.solvingCaptcha.checking': goToBank,
  'confirm.submitting.solvingCaptcha.asking': goToBank,
  'confirm.submitting.solvingCaptcha.asked': goToBank,
  'confirm.submitting.awaitingAccessToken': goToBank,
  'confirm.submitting.registering': goToBank,
  'cardRedirect.leaving': goToBank,
  'cardRedirect.stalled': goToBank,
  'confirm.cardExpired': letCardExpire,
  'callback.notSent': stopWaiting,
  'callback.awaitingAccessToken': stopWaiting,
  'callback.verifying.waiting': stopWaiting,
  'callback.verifying.slow': stopWaiting,
  'callback.reopening': stopWaiting,
  'complete.leaving': complete,
  'complete.stalled': complete,
  'complete.remembered': beginAt('complete.remembered', () => ({
    ...untouchedSession,
    lastTry: {
      status: 'finished',
      at: Date.now(),
      amount: 3000,
      paymentMethod: BANK_DEBIT,
      expatriate: false,
    },
  })),
};

/** Every state of the chart in which a screen is shown, as dotted paths. */
export const everyState = Object.keys(journeyTo) as readonly SignupState[];

/** Brings a new page into a state. */
export async function reach(state: SignupState, stage: Stage): Promise<void> {
  for await (const reached of journeyTo[state](stage)) {
    await donorAt(stage.page).isAt(reached);
    if (reached === state) return;
  }
  throw new Error(`No journey comes to ${state}.`);
}

/** Brings a page into every state, one after the other, and looks at each. */
export async function visitEveryState(
  stage: { page: Page; sandbox: Sandbox },
  look: (state: SignupState) => Promise<void>,
): Promise<void> {
  const visited: SignupState[] = [];
  for (const journey of new Set(Object.values(journeyTo))) {
    await stage.sandbox.reset();
    for await (const state of journey(stage)) {
      await donorAt(stage.page).isAt(state);
      await look(state);
      visited.push(state);
    }
    // leaves the page before its calls are answered
    await stage.page.goto('about:blank');
    await stage.page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(visited).toEqual(everyState);
}
