import type { SignupState } from '../../src/machines/signup.ts';

/** What each state means, in Japanese, for testers; the English sentence is the chart's own `description`. */
export const stateTitles: Readonly<Record<SignupState, string>> = {
  'input.form.filling': '入力画面（とくに問題なし）',
  'input.form.correcting': '入力画面（誤りを直してもらう）',
  'input.form.failed': '入力画面（サーバーや通信の理由で先に進めなかった）',
  'input.form.outcomeUnknown': '入力画面（送信の結果が分からない）',
  'input.cardNotice': 'カードの注意事項を表示中',
  'input.checkingCard': 'カードを確認中',
  'confirm.reviewing': '確認画面',
  'confirm.cardExpired': '確認画面（カードの期限切れ）',
  'confirm.submitting.solvingCaptcha': '送信中（自動送信でないことを確認）',
  'confirm.submitting.awaitingAccessToken': '送信中（アクセストークン待ち）',
  'confirm.submitting.registering': '送信中（申し込みを登録）',
  'cardRedirect.leaving': 'カード会社の認証画面に移動中',
  'cardRedirect.stalled': 'カード会社の認証画面が開かない',
  'callback.awaitingAccessToken': '認証から戻った（アクセストークン待ち）',
  'callback.verifying.waiting': '認証から戻った（決済を確定中）',
  'callback.verifying.slow': '認証から戻った（決済の確定に時間がかかっている）',
  'callback.notSent': '認証から戻った（通信できず確定できない）',
  'callback.reopening': '認証から戻った（確定できず、新しい画面で続ける）',
  'complete.leaving': '申し込み完了（完了画面に移動中）',
  'complete.stalled': '申し込み完了（完了画面が開かない）',
  'complete.remembered': '申し込み済みの画面',
};
