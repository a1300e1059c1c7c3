import { BANK_DEBIT, paymentMethods } from './form.ts';

/** What a donor is told where an application could not be sent; loaded late, with what says it. */

const offersBankDebit = paymentMethods.includes(BANK_DEBIT);

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
