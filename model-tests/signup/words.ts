import { organisation } from '#organisation/organisation.ts';
import type { UnansweredCall } from '../../src/signup/messages.ts';

/** Names another payment method only if there is one. */
const cardAgain =
  organisation.payment.bank === null
    ? 'カード情報をもう一度入力してください。'
    : 'カード情報をもう一度入力するか、別のお支払い方法をお選びください。';

/** The messages, word for word; not imported from the product, which they test. */
export const words = {
  cardExpired:
    '入力から時間がたったため、安全のためにカード情報を破棄しました。お申し込みはまだ完了していません。お手数ですが、カード情報をもう一度入力してください。',
  authenticationOpen:
    'カードでのお申し込みを送信しましたが、カード会社の認証の結果を、このタブでは確認できていません。カード情報を入力し直す前に、認証画面や完了画面が別のタブやウィンドウで開いていないか、お申し込みについてのメールが届いていないかをご確認ください。認証画面が開いている場合は、そこから続けられます。お申し込みの完了を確認できた場合は、やり直す必要はありません。どちらも確認できない場合は、お手数ですが、カード情報をもう一度入力してください。',
  /** Of the gateway and the captcha. */
  cardRefused:
    'カード番号をご確認ください。決済代行会社で受け付けられませんでした。お申し込みはまだ送信されていません。（コード：101）',
  gatewayAway:
    'カード情報を確認する仕組みを読み込めませんでした。カード情報も、お申し込みも送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
  captchaFailed:
    '自動送信を防ぐための確認ができなかったため、お申し込みは送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
  offline:
    'インターネットに接続されていません。お申し込みはまだ完了していません。接続をご確認のうえ、もう一度お試しください。',
  accessRefused:
    'サーバーへの接続が認められず、受け付けられませんでした。お申し込みはまだ完了していません。お手数ですが、少し待ってから、もう一度お試しください。',
  invalidAccess: '不正なアクセスです。',
  networkFailed:
    '通信がうまくいかなかったため、お申し込みは送信されていません。少し待ってから、もう一度お試しください。',
  notSettledWithoutReason: `カード会社の画面から戻ったあと、このタブではお申し込みを完了できませんでした。別のタブで完了していない場合は、お手数ですが、${cardAgain}`,
  reviewAgain:
    '入力内容が変わったか、カード情報をもう一度入力する必要があるため、確認画面をそのまま表示できません。入力内容をご確認のうえ、「入力内容を確認する」を押してください。',
  refusedWithoutReason:
    'お申し込みを受け付けられませんでした。お申し込みは完了していません。お手数ですが、入力内容をご確認のうえ、もう一度お試しください。',
  settlingNotSent:
    '通信がうまくいかなかったため、決済を確認できませんでした。お申し込みはまだ完了していません。少し待ってから、もう一度お試しください。',
  untrustedRedirect:
    'お申し込みは送信されましたが、案内された移動先がカード会社の認証ページかどうかを確認できなかったため、移動を中止しました。お申し込みは完了していません。',
};

/** The first message after a call with an unknown outcome. */
export const unknownOutcomes: Readonly<Record<UnansweredCall, string>> = {
  registerCard: `お申し込みを送信しましたが、返答を受け取れませんでした。お申し込みが届いたかどうかは分かりません。この送信では、カード会社の認証画面に進んでいません。もう一度送信すると、二重に登録されることがあります。お手数ですが、やり直す前に、登録されているかどうかを${organisation.self}にご確認ください。`,
  registerBank: `お申し込みを送信しましたが、返答を受け取れませんでした。お申し込みが届いたかどうかは分かりません。もう一度送信すると、二重に登録されることがあります。お手数ですが、やり直す前に、登録されているかどうかを${organisation.self}にご確認ください。`,
  verifyCard: `カード会社の認証のあと、決済を確認しようとしましたが、返答を受け取れませんでした。お申し込みが完了したかどうかは分かりません。もう一度お申し込みになると、二重に登録されることがあります。お手数ですが、やり直す前に、登録されているかどうかを${organisation.self}にご確認ください。`,
};

/** The confirm screen's note while the bank's page of an earlier application may be open. */
export const openRegistration =
  'このタブでは、先ほどもカードでお申し込みを送信しています。そのときのカード会社の認証画面が開いたままの場合は、閉じてください。両方で認証すると、二重に登録されることがあります。';
