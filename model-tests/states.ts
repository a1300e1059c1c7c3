import type { SignupState } from '../src/machines/signup.ts';
import type { Call } from './events.ts';

/** A state, for testers. */
type State = {
  name: string;
  /** The texts that only such states show. */
  shows: readonly string[];
  /** The buttons and links, with the sample in events.ts that each is. */
  offers: Readonly<Record<string, string>>;
  /** The call that it waits for. */
  waitsFor?: Call;
};

const back = { 入力画面に戻る: 'press 入力画面に戻る' };
const form = {
  shows: [],
  offers: {
    入力内容を確認する: 'press 入力内容を確認する',
    入力内容を消去する: 'clear the draft',
  },
};
const settling = { shows: ['カード決済の処理中です。しばらくお待ちください。'], offers: {} };
const submitting = { shows: ['送信中...', '入力画面に戻る'], offers: {} };

/** Every state of the sign-up. A new one does not compile until it is listed here. */
export const states: Readonly<Record<SignupState, State>> = {
  'input.form.filling': { name: 'the form', ...form },
  'input.form.correcting': { name: 'the form, with mistakes to correct', ...form },
  'input.form.failed': { name: 'the form, told why it did not go on', ...form },
  'input.form.outcomeUnknown': { name: 'the form, while the outcome is unknown', ...form },
  'input.cardNotice': {
    name: 'the card notice',
    shows: ['ご利用いただけるカード'],
    offers: { 閉じる: 'close the card notice' },
  },
  'input.checkingCard': {
    name: 'the card is being checked',
    shows: ['カード情報を確認しています…', '入力内容を消去する'],
    offers: {},
    waitsFor: 'tokeniseCard',
  },
  'confirm.reviewing': {
    name: 'the confirm screen',
    shows: [],
    offers: {
      ...back,
      送信する: 'press 送信する',
      '変更する.*メールアドレス': 'press 変更する at the e-mail',
    },
  },
  'confirm.cardExpired': {
    name: 'the confirm screen, the card has expired',
    shows: [],
    offers: { ...back, カード情報を入力する: 'press 変更する at the e-mail' },
  },
  'confirm.submitting.solvingCaptcha': {
    name: 'sending: the captcha',
    ...submitting,
    waitsFor: 'solveCaptcha',
  },
  'confirm.submitting.awaitingAccessToken': { name: 'sending: waits for an access token', ...submitting },
  'confirm.submitting.registering': {
    name: 'sending: the application',
    ...submitting,
    waitsFor: 'register',
  },
  'cardRedirect.leaving': {
    name: 'on the way to the bank',
    shows: ['カード会社の認証画面に移動しています。'],
    offers: {},
  },
  'cardRedirect.stalled': {
    name: 'the bank’s page does not open',
    shows: ['カード会社の認証画面がまだ開きません。'],
    offers: { もう一度移動する: 'try again', 入力画面に戻る: 'press 入力画面に戻る' },
  },
  'callback.awaitingAccessToken': { name: 'back from the bank: waits for an access token', ...settling },
  'callback.verifying.waiting': {
    name: 'back from the bank: the payment is being settled',
    ...settling,
    waitsFor: 'verifyCard',
  },
  'callback.verifying.slow': {
    name: 'back from the bank: settling takes long',
    ...settling,
    offers: { 待たずに入力画面に戻る: 'press 待たずに入力画面に戻る' },
    waitsFor: 'verifyCard',
  },
  'callback.notSent': {
    name: 'back from the bank: nothing could be sent',
    shows: [],
    offers: { もう一度確認する: 'try again' },
  },
  'callback.reopening': { name: 'a fresh page takes over', ...settling },
  'complete.leaving': {
    name: 'signed up, on the way to completion',
    shows: ['お申し込みを受け付けました。完了画面に移動しています。'],
    offers: {},
  },
  'complete.stalled': {
    name: 'signed up, completion does not open',
    shows: ['お申し込みは受け付けました。完了画面を開けませんでした。', 'お申し込みの日時'],
    offers: { 完了画面を開く: 'try again' },
  },
  'complete.remembered': {
    name: 'back in a tab that has signed up',
    shows: ['お申し込みの日時'],
    offers: { 別のお申し込みを始める: 'press 別のお申し込みを始める' },
  },
};

/** What testers call a state. */
export const nameOf = (at: string): string => states[at as SignupState]?.name ?? at;
