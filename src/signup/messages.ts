import { organisation } from '#organisation/organisation.ts';
import { minimumAmount } from './amount/amount.ts';
import { type GatewayFault, gatewayFaultOf } from './card/gateway-code.ts';
import { paymentMethods } from './form.ts';
import { type Method, methods } from './payment-methods.ts';

// All field errors and messages of ours. None asks the donor to contact the organisation: the list at the top adds that to
// each (specification §2). Servers' messages are shown as they come, sanitised (decision 8).

/** The names of the methods on offer that need no card, for sentences that recommend them. */
const withoutCard = paymentMethods
  .map((name) => methods[name])
  .flatMap(({ needsCard, shortName }) => (needsCard ? [] : shortName))
  .join('または');

/** The number that stands for `{phone}` in the phone message (decision 2). */
export const phoneExample = '09012345678';

/** The field errors. The first seven are word for word from specification §5. */
export const fieldMessages = {
  required: '必須項目です',
  email: '正しいメールアドレスを入力してください',
  zip: '123-4567の形式で入力してください',
  phone: `${phoneExample}の形式で入力してください`,
  cardNum: '14〜16桁の数字を入力してください',
  securityCode: '3桁以上の数字を入力してください',
  priceOther: `${minimumAmount}以上で入力してください`,
  priceNotWhole: `${minimumAmount}以上の整数を、数字だけで入力してください（例：${minimumAmount * 1.5}）`,
  priceTooLarge: '9,999,999円以下で入力してください',
  overseasPhone:
    '国番号を付けず、現地でかけるときの番号を10桁か11桁の数字で入力してください（Enter 10 or 11 digits, as dialled inside your country, without the country code: 2025550123）',
  tooLong: '200文字以内で入力してください',
  notOffered: '選び直してください',
  birthDay: '選んだ月にない日です。日を選び直してください',
  cardNumberElsewhere:
    'カード番号のような数字が入力されています。カード番号は「カード番号」の欄だけに入力してください',
  unusableCharacters: '使用できない文字（文字化けした文字など）が含まれています',
} as const;

/** The amount is below the minimum of its payment method (decision 3). */
export function minimumMessage({ shortName, terms: { minimum } }: Method): string {
  return minimum > minimumAmount
    ? `${shortName}は${minimum}以上で入力してください`
    : fieldMessages.priceOther;
}

/** The donor pasted more digits than the field takes, so its value is not what they meant. */
export function wasCut(maxDigits: number): string {
  return `${maxDigits}桁を超えた部分は入力されていません。番号をご確認ください。`;
}

/** A note beside the security code, after the donor has left it. */
export function unusualSecurityCode(brand: string, digits: number): string {
  return `${brand}のセキュリティコードは、通常${digits}桁です。番号をご確認ください。`;
}

/** The month that the donor chose does not have the chosen day (specification §4). */
export const birthDayEmptied = '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。';

/** The callback was opened without a valid `p` (specification §8). */
export const invalidAccess = '不正なアクセスです。';

/** The browser is offline, so a card check, application or verify call was not sent. */
export const offline =
  'インターネットに接続されていないため、お申し込みはまだ完了していません。接続をご確認のうえ、もう一度お試しください。';

/** The application was not sent, so trying again is safe. Names no cause: it may be the donor's network or the host. */
export const networkFailed =
  '通信がうまくいかなかったため、お申し込みは送信されていません。しばらくしてから、もう一度お試しください。';

/** The browser's Forward led to a confirm screen whose form has changed since, or whose card is gone. */
export const reviewAgain =
  '入力内容が変更されたか、カード情報の再入力が必要なため、確認画面を表示できません。入力内容をご確認のうえ、「入力内容を確認する」を押してください。';

/** The list of countries did not load. In Firefox only a reload requests it again. */
export const countriesMissing =
  '国の一覧を読み込めませんでした。通信状況をご確認のうえ、この欄をもう一度選ぶか、ページを再読み込みしてください。（The list of countries could not be loaded. Please check your connection, then select this field again or reload the page.）';

/** A reload or a closed tab loses what was typed. By `StorageProblem`. */
export const draftNotKept = {
  forbidden:
    'お使いのブラウザの設定により、入力内容は保存されません。再読み込みしたり、画面を閉じたりすると消えます。',
  full: 'ブラウザの一時保存の容量が不足しているため、入力内容は保存されません。再読み込みしたり、画面を閉じたりすると消えます。',
};

/** Card is chosen, but the sign-up would be lost while the donor is at the bank. By `StorageProblem`. */
export const cardNeedsStorage = {
  forbidden:
    'お使いのブラウザの設定ではサイトのデータを保存できないため、クレジットカードではお申し込みを完了できません。Cookieなどサイトのデータの保存を許可' +
    (withoutCard
      ? `してページを再読み込みするか、${withoutCard}をお選びください。`
      : 'してから、ページを再読み込みしてください。'),
  full:
    'ブラウザの一時保存の容量が不足しているため、クレジットカードではお申し込みを完了できません。' +
    (withoutCard
      ? `新しいタブで開き直すか、${withoutCard}をお選びください。`
      : '新しいタブで開き直してください。'),
};

/** The verify call was not sent, so trying again is safe. Names no cause either. */
export const verifyNotSent =
  'お申し込みはまだ完了していません。通信がうまくいかず、決済を確認できませんでした。しばらくしてから、もう一度お試しください。';

/** The server refused the application without messages. */
export const refusedWithoutReason =
  'お申し込みを受け付けられませんでした。お申し込みは完了していません。お手数ですが、入力内容をご確認のうえ、もう一度お試しください。';

/** A server's message has nothing but forbidden markup, or sanitising left nothing of it. */
export const unreadableMessage = 'サーバーからのお知らせを表示できませんでした。';

/** The last message, if a server sent more than are shown. */
export const moreMessages = 'お知らせの件数が多いため、一部のみ表示しています。';

/** The server was too busy to process an application or a verify call. */
export const serverBusy =
  'お申し込みはまだ完了していません。アクセスが集中しているため、受け付けられませんでした。お手数ですが、数分待ってから、もう一度お試しください。';

/** The server refused the access token, and the renewed one too, at an application or a verify call. */
export const accessRefused =
  'お申し込みはまだ完了していません。システムの都合により、受け付けられませんでした。お手数ですが、しばらくしてから、もう一度お試しください。';

/** The server refused the verify call without messages. */
export const notVerifiedWithoutReason =
  paymentMethods.length > 1
    ? 'カード会社の認証のあと、この画面ではお申し込みを完了できませんでした。ほかの画面で完了していない場合は、お手数ですが、カード情報をもう一度入力するか、ほかのお支払い方法をお選びください。'
    : 'カード会社の認証のあと、この画面ではお申し込みを完了できませんでした。ほかの画面で完了していない場合は、お手数ですが、カード情報をもう一度入力してください。';

/** The donor left for the bank, whose answer has not come to this tab: another tab or window may have finished. */
export const authenticationOpen =
  'カードでのお申し込みが完了したかどうかを、この画面では確認できていません。カード会社の認証の結果が届いていないためです。カード情報を入力し直す前に、認証画面や完了画面がほかに開いていないかをご確認ください。認証画面が開いている場合は、そこから続けられます。お申し込みの完了を確認できた場合は、やり直す必要はありません。どちらも確認できない場合は、お手数ですが、カード情報をもう一度入力してください。';

/** The token of the kept card is too old (decision 6). */
export const cardExpired =
  '入力から時間がたったため、安全のためにカード情報を破棄しました。お申し込みはまだ完了していません。お手数ですが、カード情報をもう一度入力してください。';

/** The server's `redirectUrl` is not allowed by the settings, so the browser did not go there (decision 10). */
export const untrustedRedirect =
  'お申し込みは完了していません。送信はされましたが、案内された移動先がカード会社の認証画面かどうかを確認できなかったため、移動を中止しました。';

/** The calls that a host may have processed although no answer came. */
export type UnansweredCall = Method['registers'] | 'verifyCard';
export const unansweredCalls: readonly UnansweredCall[] = [
  ...Object.values(methods).map(({ registers }) => registers),
  'verifyCard',
];

const sentWithoutAnswer = ({ needsCard }: Method) =>
  `お申し込みが届いたかどうか分かりません。送信しましたが、返答がありませんでした。${needsCard ? 'カード会社の認証画面には進んでいません。' : ''}もう一度送信すると、二重に登録されることがあります。`;
const verifiedWithoutAnswer =
  'お申し込みが完了したかどうか分かりません。カード会社の認証のあと、決済を確認しようとしましたが、返答がありませんでした。もう一度お申し込みになると、二重に登録されることがあります。';
const whatToDoNow = `お手数ですが、やり直す前に、登録されているかどうかを${organisation.self}にご確認ください。`;

/**
 * A call was sent and no answer came: says what is known, what is not, and what to do (decision 9).
 * Promises nothing about money: only the server knows (decision 21).
 */
export function unknownOutcome(unanswered: UnansweredCall): string {
  const method = Object.values(methods).find(({ registers }) => registers === unanswered);
  return (method ? sentWithoutAnswer(method) : verifiedWithoutAnswer) + whatToDoNow;
}

/** Another tab has the same application open, and the API host cannot tell a repeat from a second application. */
export const openInAnotherTab =
  '同じお申し込みが、ほかの画面でも開かれています。両方の画面で送信すると、二重に登録されることがあります。送信はどちらか一方の画面だけで行い、すでにほかの画面で送信した場合は、この画面を閉じてください。';

/** Another tab has signed up while this one was sending the same application, and the API host cannot tell them apart. */
export const sentTwice =
  'ほかの画面からのお申し込みを受け付けました。この画面からも送信していたため、二重に登録された可能性があります。';

/** This tab has sent a card application before, and the bank's page for it may be open in another tab. */
export const openRegistration =
  '先ほど送信したカードでのお申し込みの完了を、この画面では確認できていません。そのときのカード会社の認証画面が開いたままの場合は、閉じてください。両方で認証すると、二重に登録されることがあります。';

/** Not sent, because the sign-up would be lost while the donor is at the bank. By `StorageProblem`. */
export const notSentByCard = {
  forbidden:
    'お使いのブラウザの設定では、カード会社の認証のあとにお手続きを続けられないため、お申し込みは送信されていません。Cookieなどサイトのデータの保存を許可' +
    (withoutCard
      ? `するか、お支払い方法に${withoutCard}をお選びください。`
      : 'してから、もう一度お試しください。'),
  full:
    'ブラウザの一時保存の容量が不足しているため、カード会社の認証のあとにお手続きを続けられず、お申し込みは送信されていません。' +
    (withoutCard
      ? `新しいタブでお申し込みになるか、お支払い方法に${withoutCard}をお選びください。`
      : '新しいタブで、もう一度お試しください。'),
};

/** The gateway's script did not load: no card data was sent anywhere. */
export const cardCheckUnavailable =
  'カード情報を確認する仕組みを読み込めなかったため、カード情報もお申し込みも送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。';

/** The gateway's script received the card and gave no answer. The application was not sent. */
export const cardCheckTimedOut =
  '決済代行会社から返答がなく、カードを確認できなかったため、お申し込みは送信されていません。しばらくしてから、もう一度お試しください。';

/** The donor has closed the captcha's question without answering it: nothing was sent. */
export const captchaClosed =
  '確認の質問が途中で終了したため、お申し込みは送信されていません。もう一度「送信する」を押して、質問にお答えください。';

/** The captcha did not load or gave no token: nothing was sent. */
export const captchaUnavailable =
  '安全のための確認ができなかったため、お申し込みは送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。';

const checkAgain = (part: string) =>
  `決済代行会社でカードを確認できなかったため、お申し込みは送信されていません。${part}をご確認ください。`;

const cardCheckSentences: Readonly<Record<GatewayFault, string>> = {
  number: checkAgain('カード番号'),
  expiry: checkAgain('有効期限'),
  securityCode: checkAgain('セキュリティコード'),
  card: checkAgain('カード情報'),
  busy: '決済代行会社のシステムが混み合っているため、お申し込みは送信されていません。しばらくしてから、もう一度お試しください。',
  setUp:
    'システムの不具合によりカードを確認できなかったため、お申し込みは送信されていません。お手数ですが、' +
    (paymentMethods.length > 1
      ? 'ほかのお支払い方法をお選びください。'
      : 'しばらくしてから、もう一度お試しください。'),
};

/**
 * The gateway did not accept the card.
 * @param code the gateway's result code, repeated in the message so that support can ask for it (specification §5)
 */
export function cardCheckFailed(code: string): string {
  return `${cardCheckSentences[gatewayFaultOf(code)]}（コード：${code}）`;
}
