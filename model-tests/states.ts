import type { SignupState } from '../src/machines/signup.ts';

/** A state, for testers. */
type State = {
  name: string;
  /** What only such states show: texts, buttons and links. */
  shows: readonly string[];
};

const form = ['入力内容を確認する', '入力内容を消去する'];
const verifying = ['カード決済の処理中です。しばらくお待ちください。'];
const submitting = ['送信中...', '入力画面に戻る'];

/** Every state of the sign-up. A new one does not compile until it is listed here. */
export const states: Readonly<Record<SignupState, State>> = {
  'input.form.filling': { name: 'the form', shows: form },
  'input.form.correcting': { name: 'the form, with errors', shows: form },
  'input.form.failed': { name: 'the form, after a failure', shows: form },
  'input.form.outcomeUnknown': { name: 'the form, outcome unknown', shows: form },
  'input.cardNotice': { name: 'the card notice', shows: ['ご利用いただけるカード', '閉じる'] },
  'input.checkingCard': {
    name: 'the card is being checked',
    shows: ['カード情報を確認しています…', '入力内容を消去する'],
  },
  'confirm.reviewing': { name: 'the confirm screen', shows: ['入力画面に戻る', '送信する'] },
  'confirm.cardExpired': {
    name: 'the confirm screen, card expired',
    shows: ['入力画面に戻る', 'カード情報を入力する'],
  },
  'confirm.submitting.solvingCaptcha.checking': { name: 'sending: the captcha', shows: submitting },
  'confirm.submitting.solvingCaptcha.asking': { name: 'sending: the captcha asks', shows: submitting },
  'confirm.submitting.solvingCaptcha.asked': { name: 'sending: the captcha has asked', shows: submitting },
  'confirm.submitting.awaitingAccessToken': { name: 'sending: waits for an access token', shows: submitting },
  'confirm.submitting.registering': { name: 'sending: the application', shows: submitting },
  'cardRedirect.leaving': {
    name: 'on the way to the bank',
    shows: ['カード会社の認証画面に移動しています。'],
  },
  'cardRedirect.stalled': {
    name: 'the bank’s page does not open',
    shows: ['カード会社の認証画面がまだ開きません。', 'もう一度移動する', '入力画面に戻る'],
  },
  'callback.awaitingAccessToken': { name: 'back from the bank: waits for an access token', shows: verifying },
  'callback.verifying.waiting': { name: 'back from the bank: verifying', shows: verifying },
  'callback.verifying.slow': {
    name: 'back from the bank: verifying takes long',
    shows: [...verifying, '待たずに入力画面に戻る'],
  },
  'callback.notSent': { name: 'back from the bank: nothing could be sent', shows: ['もう一度確認する'] },
  'callback.reopening': { name: 'a fresh page takes over', shows: verifying },
  'complete.leaving': {
    name: 'signed up, on the way to completion',
    shows: ['お申し込みを受け付けました。完了画面に移動しています。'],
  },
  'complete.stalled': {
    name: 'signed up, completion does not open',
    shows: [
      'お申し込みを受け付けましたが、完了画面を表示できませんでした。',
      'お申し込みの日時',
      '完了画面を開く',
    ],
  },
  'complete.remembered': {
    name: 'back in a tab that has signed up',
    shows: ['お申し込みの日時', '別のお申し込みを始める'],
  },
};

/** What testers call a state. */
export const nameOf = (at: string): string => states[at as SignupState]?.name ?? at;

/** What testers call the states that lie in the same state, by its path; the innermost come first. */
export const groups: Readonly<Record<string, string>> = {
  'input.form': 'the form, whatever it says',
  'confirm.submitting.solvingCaptcha': 'sending: the captcha, whatever it does',
  confirm: 'the confirm screen, and sending',
  cardRedirect: 'to the bank',
  'callback.verifying': 'back from the bank: verifying, however long',
  complete: 'signed up',
};
