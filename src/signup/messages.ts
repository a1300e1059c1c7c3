import { minimumAmount } from './amount.ts';
import { BANK_DEBIT, paymentMethods } from './form.ts';

const offersBankDebit = paymentMethods.includes(BANK_DEBIT);

/**
 * Every sentence of ours that tells a donor that something is not right.
 * None asks to contact the organisation: the list at the top says so under each (specification §2).
 * Messages from servers are not here; they are shown as they come, sanitised (decision 8).
 */

/** The number that stands for `{phone}` in the phone message (decision 2). */
export const phoneExample = '09012345678';

/** What can be wrong with one field. The first seven are word for word specification §5. */
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

/** One way of paying takes more than the others at least (decision 3). */
export function belowMinimum(way: string, minimum: number): string {
  return `${way}は${minimum}以上で入力してください`;
}

/** More was pasted than the field takes: what is in it now is not what was meant. */
export function wasCut(maxDigits: number): string {
  return `${maxDigits}桁を超える分は入力されていません。番号をご確認ください。`;
}

/**
 * Said beside a card number before anything is sent, and never refused: its first digits are another brand's
 * (specification §1).
 */
export function unusableBrand(brand: string, usable: readonly string[]): string {
  return `${brand}はご利用いただけないようです。${usable.join('・')}のカードをご用意ください。`;
}

/** Said beside the code once it is left, and never refused. */
export function unusualSecurityCode(brand: string, digits: number): string {
  return `${brand}のセキュリティコードは、ふつう${digits}桁です。番号をご確認ください。`;
}

/** Another month or year was chosen that does not have the day (specification §4). */
export const birthDayEmptied = '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。';

/** The callback was opened without what the bank sends back (specification §8). */
export const invalidAccess = '不正なアクセスです。';

/** The browser knows that it is offline, before the card check, the application or the settling. */
export const offline =
  'インターネットに接続されていません。お申し込みはまだ完了していません。接続をご確認のうえ、もう一度お試しください。';

/**
 * Nothing of the application left this device, so trying again is safe. Whether the donor's network or the other
 * side is the reason cannot be told from here, so it blames neither.
 */
export const networkFailed =
  '通信がうまくいかなかったため、お申し込みは送信されていません。少し待ってから、もう一度お試しください。';

/** The list of countries, which comes late. In Firefox only a reload asks for it again. */
export const countriesMissing =
  '国の一覧を読み込めませんでした。通信状況をご確認のうえ、この欄をもう一度選ぶか、ページを再読み込みしてください。 / The list of countries could not be loaded. Please check your connection, then select this field again or reload the page.';

/** Said where card is chosen and nothing can be kept until the donor is back from the bank; by what keeps it from being kept. */
export const cardNeedsStorage = {
  forbidden:
    'お使いのブラウザの設定ではサイトのデータを保存できないため、クレジットカードではお申し込みを完了できません。Cookieなどサイトのデータの保存を許可' +
    (offersBankDebit
      ? 'してページを読み込み直すか、口座引落をお選びください。'
      : 'してから、ページを読み込み直してください。'),
  full:
    'ブラウザの保存領域に空きがないため、クレジットカードではお申し込みを完了できません。' +
    (offersBankDebit
      ? '新しいタブで開き直すか、口座引落をお選びください。'
      : '新しいタブで開き直してください。'),
};

/** Back from the bank, and nothing could be sent: the application waits, and trying again is safe. Blames nobody either. */
export const settlingNotSent =
  '通信がうまくいかなかったため、決済を確認できませんでした。お申し込みはまだ完了していません。少し待ってから、もう一度お試しください。';

/** The server said no and gave no reason. */
export const refusedWithoutReason =
  'お申し込みを受け付けられませんでした。お申し込みは完了していません。お手数ですが、入力内容をご確認のうえ、もう一度お試しください。';

/** A message of the server held nothing that may be shown. */
export const unreadableMessage = 'サーバーからのお知らせを表示できませんでした。';

/** Stands at the end of a server's messages where there were more than can be shown. */
export const moreMessages = 'お知らせはほかにもありますが、多いため、ここまでを表示しています。';

/** The server has more to do than it can, and has not looked at what was sent: an application, or its settling. */
export const serverBusy =
  'ただいまアクセスが集中しているため、受け付けられませんでした。お申し込みはまだ完了していません。お手数ですが、数分待ってから、もう一度お試しください。';

/** Back from the bank, the server said no and gave no reason. */
export const notSettledWithoutReason =
  paymentMethods.length > 1
    ? 'カード会社の画面から戻ったあと、お申し込みを完了できませんでした。お手数ですが、カード情報をもう一度入力するか、別のお支払い方法をお選びください。'
    : 'カード会社の画面から戻ったあと、お申し込みを完了できませんでした。お手数ですが、カード情報をもう一度入力してください。';

/** The form was opened while the bank's page may still be open: nobody knows yet how the authentication ends. */
export const authenticationOpen =
  'カード会社の本人認証がまだ済んでいないため、お申し込みは完了していません。認証の画面が開いている場合は、そこから続けられます。やり直す場合は、お手数ですが、カード情報をもう一度入力してください。';

/** The kept card token is used up or too old (decision 6). */
export const cardExpired =
  '入力から時間がたったため、安全のためにカード情報を破棄しました。お申し込みはまだ完了していません。お手数ですが、カード情報をもう一度入力してください。';

/** The server named a page that the settings do not allow; nobody was sent there (decision 10). */
export const untrustedRedirect =
  'お申し込みは送信されましたが、案内された移動先がカード会社の認証ページかどうかを確認できなかったため、移動を中止しました。お申し込みは完了していません。';

/** What is said where the answer to a call is missing. */
const unknownOutcomes = {
  registerCard:
    'お申し込みを送信しましたが、返答を受け取れませんでした。お申し込みが届いたかどうかは分かりません。カード会社の本人認証は、まだ済んでいません。もう一度送信すると、二重に登録されることがあります。',
  registerBank:
    'お申し込みを送信しましたが、返答を受け取れませんでした。お申し込みが届いたかどうかは分かりません。もう一度送信すると、二重に登録されることがあります。',
  verifyCard:
    'カード会社の認証のあと、決済を確認しようとしましたが、返答を受け取れませんでした。お申し込みが完了したかどうかは分かりません。もう一度お申し込みになると、二重に登録されることがあります。',
};

/** The calls that may have been acted on although no answer came. */
export type UnansweredCall = keyof typeof unknownOutcomes;
export const unansweredCalls = Object.keys(unknownOutcomes) as readonly UnansweredCall[];

const whatToDoNow = 'お手数ですが、やり直す前に、登録されているかどうかを当団体にご確認ください。';

/**
 * A call was sent and no answer came: says what is known, what is not, and what to do (decision 9).
 * Nothing about money: what the server does after it was sent to is not ours to know (decision 21).
 * @param unanswered the call whose answer is missing
 */
export function unknownOutcome(unanswered: UnansweredCall): string {
  return unknownOutcomes[unanswered] + whatToDoNow;
}

/** The tab was duplicated on the confirm screen, and the API host cannot tell a repeat from a second application. */
export const openInAnotherTab =
  '同じお申し込みが、別のタブでも開かれています。両方のタブで送信すると、二重に登録されることがあります。送信はどちらか一つのタブだけで行い、すでに別のタブで送信した場合は、この画面を閉じてください。';

/** An earlier application by card was sent and the bank's page left: it may be open in another tab. */
export const openRegistration =
  'このタブでは、先ほどもカードでお申し込みを送信しています。そのときのカード会社の認証画面が開いたままの場合は、閉じてください。両方で認証すると、二重に登録されることがあります。';

/** Back from the bank, the page would have forgotten the application: nothing was sent. By what keeps it from being kept. */
export const notSentByCard = {
  forbidden:
    'お使いのブラウザの設定により、カード会社の認証のあと、お申し込みの続きに戻れません。そのため、お申し込みは送信していません。Cookieなどサイトのデータの保存を許可' +
    (offersBankDebit
      ? 'するか、お支払い方法に口座引落をお選びください。'
      : 'してから、もう一度お試しください。'),
  full:
    'ブラウザの保存領域に空きがないため、カード会社の認証のあと、お申し込みの続きに戻れません。そのため、お申し込みは送信していません。' +
    (offersBankDebit
      ? '新しいタブでお申し込みになるか、お支払い方法に口座引落をお選びください。'
      : '新しいタブで、もう一度お試しください。'),
};

/** The gateway's script did not load: no card data was sent anywhere. */
export const cardCheckUnavailable =
  'カード情報を確認する仕組みを読み込めませんでした。カード情報も、お申し込みも送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。';

/** The gateway's script has the card and gave no answer: the application itself has not been sent. */
export const cardCheckTimedOut =
  '決済代行会社から返答がなかったため、カードを確認できませんでした。お申し込みは送信されていません。少し待ってから、もう一度お試しください。';

/** The captcha did not load or gave no token: nothing was sent. */
export const captchaUnavailable =
  '自動送信を防ぐための確認ができなかったため、お申し込みは送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。';

/** The gateway's codes that name one field of the card; the rest of 100–132 cannot come from what a donor types. */
const cardFieldOfCode: Record<string, string> = {
  '100': 'カード番号',
  '101': 'カード番号',
  '102': 'カード番号',
  '110': '有効期限',
  '111': '有効期限',
  '112': '有効期限',
  '113': '有効期限',
  '121': 'セキュリティコード',
  '122': 'セキュリティコード',
};

/**
 * The gateway did not accept the card: 100–132 means a field is wrong, 901 and 902 that it is busy,
 * anything else a fault of the set-up (docs/facts.md).
 * @param code the gateway's result code, repeated in the message so that support can ask for it (specification §5)
 */
export function cardCheckFailed(code: string): string {
  return `${cardCheckSentence(code)}（コード：${code}）`;
}

function cardCheckSentence(code: string): string {
  const value = /^\d{3}$/.test(code) ? Number(code) : Number.NaN;
  if (value >= 100 && value <= 132) {
    const field = cardFieldOfCode[code] ?? 'カード情報';
    return `${field}をご確認ください。決済代行会社で受け付けられませんでした。お申し込みはまだ送信されていません。`;
  }
  if (value === 901 || value === 902) {
    return '決済代行会社のシステムが混み合っています。お申し込みはまだ送信されていません。少し待ってから、もう一度お試しください。';
  }
  return (
    'システムの不具合により、カードを確認できませんでした。お申し込みはまだ送信されていません。お手数ですが、' +
    (paymentMethods.length > 1
      ? '別のお支払い方法をお選びください。'
      : '時間をおいて、もう一度お試しください。')
  );
}
