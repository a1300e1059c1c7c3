import { organisation } from '#organisation/organisation.ts';
import type { SignupState } from '../../src/machines/signup.ts';

const purpose = 'マンスリーサポーター申し込み';
const { shortName } = organisation;
const unfinished = 'まだ完了していません';

/** What all states of a screen share. */
export const views = {
  input: { heading: purpose, title: `${purpose}｜${shortName}`, step: '入力', count: 'ステップ1／2' },
  confirm: {
    heading: `お申し込み内容の確認${unfinished}`,
    title: `お申し込み内容の確認（${unfinished}）｜${purpose}｜${shortName}`,
    step: '確認',
    count: 'ステップ2／2',
  },
  cardRedirect: {
    heading: `カードの本人認証${unfinished}`,
    title: `カードの本人認証（${unfinished}）｜${purpose}｜${shortName}`,
    step: '確認',
    count: null,
  },
  callback: {
    heading: `カード決済の確認${unfinished}`,
    title: `カード決済の確認（${unfinished}）｜${purpose}｜${shortName}`,
    step: '確認',
    count: null,
  },
  complete: {
    heading: 'お申し込みを受け付けました',
    title: `お申し込みを受け付けました｜${purpose}｜${shortName}`,
    step: '完了',
    count: null,
  },
} as const;

/** A sentence for a tester, in both languages of the report. */
export type Title = { ja: string; en: string };

/** A state's name for testers, and the texts that it must show; it must not show those of other screens. */
export type Screen = Title & { visible: readonly string[] };

const backToInput = '入力画面に戻る';
const clearDraft = '入力内容を消去する';
const form = { visible: ['入力内容を確認する', clearDraft] };
const submitting = { visible: ['送信中...', backToInput] };
const settling = { visible: ['カード決済の処理中です。しばらくお待ちください。'] };

/** Every state of the sign-up, and what a donor sees in it. A new one does not compile until it is listed here. */
export const screens: Readonly<Record<SignupState, Screen>> = {
  'input.form.filling': { ja: '入力画面', en: 'the form', ...form },
  'input.form.correcting': {
    ja: '入力画面（誤りを直してもらう）',
    en: 'the form, with mistakes to correct',
    ...form,
  },
  'input.form.failed': {
    ja: '入力画面（先に進めなかった理由を表示）',
    en: 'the form, told why it did not go on',
    ...form,
  },
  'input.form.outcomeUnknown': {
    ja: '入力画面（送信の結果が分からない）',
    en: 'the form, while the outcome is unknown',
    ...form,
  },
  'input.cardNotice': {
    ja: 'カードの注意事項を表示中',
    en: 'the card notice',
    visible: ['閉じる', 'ご利用いただけるカード'],
  },
  'input.checkingCard': {
    ja: 'カードを確認中',
    en: 'the card is being checked',
    visible: ['カード情報を確認しています…', clearDraft],
  },
  'confirm.reviewing': {
    ja: '確認画面',
    en: 'the confirm screen',
    visible: ['送信する', backToInput],
  },
  'confirm.cardExpired': {
    ja: '確認画面（カードの期限切れ）',
    en: 'the confirm screen: the card has expired',
    visible: ['カード情報を入力する', backToInput],
  },
  'confirm.submitting.solvingCaptcha': {
    ja: '送信中（自動送信でないことを確認）',
    en: 'sending: the captcha',
    ...submitting,
  },
  'confirm.submitting.awaitingAccessToken': {
    ja: '送信中（アクセストークン待ち）',
    en: 'sending: waits for an access token',
    ...submitting,
  },
  'confirm.submitting.registering': {
    ja: '送信中（申し込みを登録）',
    en: 'sending: the application',
    ...submitting,
  },
  'cardRedirect.leaving': {
    ja: 'カード会社の認証画面に移動中',
    en: 'on the way to the bank',
    visible: ['カード会社の認証画面に移動しています。'],
  },
  'cardRedirect.stalled': {
    ja: 'カード会社の認証画面が開かない',
    en: 'the bank’s page does not open',
    visible: ['カード会社の認証画面がまだ開きません。', 'もう一度移動する', backToInput],
  },
  'callback.awaitingAccessToken': {
    ja: '認証から戻った（アクセストークン待ち）',
    en: 'back from the bank: waits for an access token',
    ...settling,
  },
  'callback.verifying.slow': {
    ja: '認証から戻った（決済の確定に時間がかかっている）',
    en: 'back from the bank: settling takes long',
    visible: ['カード決済の処理中です。しばらくお待ちください。', '待たずに入力画面に戻る'],
  },
  'callback.verifying.waiting': {
    ja: '認証から戻った（決済を確定中）',
    en: 'back from the bank: the payment is being settled',
    ...settling,
  },
  'callback.notSent': {
    ja: '認証から戻った（通信できず確定できない）',
    en: 'back from the bank: nothing could be sent',
    visible: ['もう一度確認する'],
  },
  'callback.reopening': {
    ja: '認証から戻った（新しい画面で続ける）',
    en: 'a fresh page takes over',
    ...settling,
  },
  'complete.leaving': {
    ja: '申し込み完了（完了画面に移動中）',
    en: 'signed up, on the way to completion',
    visible: ['お申し込みを受け付けました。完了画面に移動しています。'],
  },
  'complete.stalled': {
    ja: '申し込み完了（完了画面が開かない）',
    en: 'signed up, completion does not open',
    visible: ['お申し込みは受け付けました。完了画面を開けませんでした。', '完了画面を開く'],
  },
  'complete.remembered': {
    ja: '申し込み済みの画面',
    en: 'back in a tab that has signed up',
    visible: ['別のお申し込みを始める'],
  },
};
