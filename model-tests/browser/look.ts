import { expect, type Page } from '@playwright/test';
import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { CARD } from '../../src/signup/form.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';
import type { Difference } from '../report/report-data.ts';

type Screen = {
  /** Below the site's origin; null where the address of the screen before stays. */
  path: string | null;
  currentStep: '入力' | '確認' | '完了';
  visible: readonly string[];
  absent: readonly string[];
};

const confirmInput = '入力内容を確認する';
const retryAtBank = 'もう一度移動する';

/** What a donor must see, and must not, by the chart's state: the longest name that fits counts. */
const screens: Readonly<Record<string, Screen>> = {
  input: {
    path: '/form/member',
    currentStep: '入力',
    visible: [confirmInput],
    absent: ['送信中...', '閉じる'],
  },
  'input.checkingCard': {
    path: '/form/member',
    currentStep: '入力',
    visible: ['カード情報を確認しています…'],
    absent: [confirmInput, '送信する'],
  },
  'input.cardNotice': {
    path: '/form/member',
    currentStep: '入力',
    visible: ['閉じる'],
    absent: ['送信する'],
  },
  'confirm.reviewing': {
    path: '/form/member/confirm',
    currentStep: '確認',
    visible: ['送信する', '入力画面に戻る'],
    absent: [confirmInput, '送信中...'],
  },
  'confirm.submitting': {
    path: '/form/member/confirm',
    currentStep: '確認',
    visible: ['送信中...'],
    absent: [confirmInput, '送信する'],
  },
  'cardRedirect.leaving': {
    path: null,
    currentStep: '確認',
    visible: ['カード会社の認証画面に移動しています。'],
    absent: [retryAtBank, '送信する', confirmInput],
  },
  'cardRedirect.stalled': {
    path: null,
    currentStep: '確認',
    visible: [retryAtBank],
    absent: ['送信する', confirmInput],
  },
  callback: {
    path: '/form/member/callback',
    currentStep: '確認',
    visible: ['カード決済の処理中です。しばらくお待ちください。'],
    absent: ['もう一度確認する', '送信する', confirmInput],
  },
  'callback.notSent': {
    path: '/form/member/callback',
    currentStep: '確認',
    visible: ['もう一度確認する'],
    absent: ['カード決済の処理中です。', confirmInput],
  },
  'complete.leaving': {
    path: null,
    currentStep: '完了',
    visible: ['お申し込みを受け付けました。'],
    absent: ['完了画面を開く', '送信する', confirmInput],
  },
  'complete.stalled': {
    path: null,
    currentStep: '完了',
    visible: ['完了画面を開く'],
    absent: ['送信する', confirmInput],
  },
  'complete.remembered': {
    path: '/form/member',
    currentStep: '完了',
    visible: ['別のお申し込みを始める', 'お申し込みの日時'],
    absent: ['送信する', confirmInput],
  },
};

function screenOf(state: string): Screen {
  const parts = state.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const screen = screens[parts.slice(0, length).join('.')];
    if (screen) return screen;
  }
  throw new Error(`Nobody has said what ${state} looks like`);
}

/** Looks at everything that a step should have brought about: page, address and what the sandbox has stored. */
export async function look(page: Page, sandbox: Sandbox, steps: readonly Step[]): Promise<void> {
  const step = steps.at(-1);
  if (!step) return;
  const state = statePathOf(step.after);
  const context: SignupContext = step.after.context;
  const screen = screenOf(state);
  await expect(page.locator('main')).toHaveAttribute('data-state', state);
  // One look at everything, again and again until it fits: the screen is drawn a moment after the chart has moved.
  await expect
    .poll(() => page.evaluate(see, [...screen.visible, ...screen.absent]), {
      message: `the screen of ${state}`,
    })
    .toEqual({
      state,
      path: screen.path ?? expect.any(String),
      currentStep: [screen.currentStep],
      texts: Object.fromEntries([
        ...screen.visible.map((text) => [text, true]),
        ...screen.absent.map((text) => [text, false]),
      ]),
      errors: context.errors.map((message) => expect.stringContaining(message.replaceAll(/<[^>]*>/g, ''))),
      boxes: state === 'confirm.reviewing' ? boxesOf(context) : expect.anything(),
    });
  await lookAtStore(sandbox, steps);
}

/** What on the screen is not as a step should have left it, for the report; {@link look} is what judges. */
export async function differencesOn(page: Page, step: Step): Promise<Difference[]> {
  const state = statePathOf(step.after);
  const context: SignupContext = step.after.context;
  const screen = screenOf(state);
  const seen = await page.evaluate(see, [...screen.visible, ...screen.absent]);
  const list = (items: readonly unknown[]) => items.join('\n');
  const errors = context.errors.map((message) => message.replaceAll(/<[^>]*>/g, ''));
  const ticked = (boxes: Record<string, boolean>) => list(Object.keys(boxes).filter((name) => boxes[name]));
  const all: Difference[] = [
    { what: 'state', expected: state, seen: seen.state },
    { what: 'path', expected: screen.path ?? seen.path, seen: seen.path },
    { what: 'currentStep', expected: screen.currentStep, seen: list(seen.currentStep) },
    {
      what: 'shown',
      expected: list(screen.visible),
      seen: list(screen.visible.filter((text) => seen.texts[text])),
    },
    { what: 'absent', expected: '', seen: list(screen.absent.filter((text) => seen.texts[text])) },
    {
      what: 'errors',
      expected: list(errors),
      // A message of the list may be followed by a link.
      seen: list(
        seen.errors.map((text, index) =>
          text.includes(errors[index] ?? text) ? (errors[index] ?? text) : text,
        ),
      ),
    },
    ...(state === 'confirm.reviewing'
      ? [{ what: 'boxes' as const, expected: ticked(boxesOf(context)), seen: ticked(seen.boxes) }]
      : []),
  ];
  return all.filter(({ expected, seen: found }) => expected !== found);
}

/** What is on the page, in the browser. A text counts as there when an element that begins with it can be seen. */
function see(texts: readonly string[]) {
  const elements = [...document.querySelectorAll<HTMLElement>('main *')];
  const isShown = (text: string) =>
    elements.some(
      (element) =>
        element.childElementCount < 3 &&
        element.textContent.trim().startsWith(text) &&
        element.checkVisibility(),
    );
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name$="nderstood"]')];
  return {
    state: document.querySelector<HTMLElement>('main')?.dataset.state ?? '',
    path: location.pathname,
    currentStep: [...document.querySelectorAll('[aria-current="step"]')].map(
      ({ textContent }) => textContent,
    ),
    texts: Object.fromEntries(texts.map((text) => [text, isShown(text)])),
    errors: [...document.querySelectorAll('[data-errors] > li')].map(({ textContent }) => textContent),
    boxes: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
  };
}

function boxesOf({
  agreements: { understood, bankFormUnderstood },
  form,
}: SignupContext): Record<string, boolean> {
  return form.paymentMethod === CARD ? { understood } : { understood, bankFormUnderstood };
}

/** A registration is stored by each call that the server carried out, whether or not its answer arrived. */
async function lookAtStore(sandbox: Sandbox, steps: readonly Step[]): Promise<void> {
  const carriedOut = steps.filter(({ sample }) =>
    /^register (?:done [13]|error 3)$/.test(sample?.name ?? ''),
  );
  const stored = await sandbox.registrations();
  expect(stored.map(({ method }) => method).reverse()).toEqual(
    carriedOut.map(({ before }) => (before?.context.form.paymentMethod === CARD ? 'card' : 'bank')),
  );
  for (const { payload } of stored) {
    const text = JSON.stringify(payload);
    expect(text).toContain('hanako@example.org');
    expect(text).not.toMatch(/4111111111111111|securityCode|"cardNum"/);
  }
}
