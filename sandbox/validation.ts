import { organisation } from '../src/organisation/organisation.ts';
import { BANK_DEBIT, CARD, genders, type PaymentMethod, prices } from '../src/signup/form.ts';
import { prefectures } from '../src/signup/prefectures.ts';
import { isSameLocalOrigin } from './origins.ts';
import { parseJson } from './parse-json.ts';

export type Payload = Record<string, unknown>;

/** The least that each call takes, in yen a month, and what it says of less. */
const MINIMUMS: Record<PaymentMethod, { yen: number; message: string }> = {
  [CARD]: { yen: 1000, message: 'ご支援金額は1,000円以上で入力してください。' },
  [BANK_DEBIT]: {
    yen: 2000,
    message: `口座引落は<strong>2,000円</strong>から承ります。詳しくは<a href="${organisation.links.contact}" target="_blank">お問い合わせ</a>ください。`,
  },
};
const MAXIMUM = 9_999_999;
/** In code points, as PHP's mb_strlen and a database's VARCHAR count. */
const MAX_LENGTH = 200;

const requiredTexts: readonly [field: string, label: string][] = [
  ['lastName', '姓'],
  ['firstName', '名'],
  ['furigana', 'ふりがな'],
  ['email', 'メールアドレス'],
  ['phone', '電話番号'],
  ['zip', '郵便番号'],
  ['state', '都道府県'],
  ['city', '市区町村'],
  ['street', '番地'],
];
const overseasTexts: typeof requiredTexts = [...requiredTexts, ['country', '国']];

/** Reads a body as a sign-up payload; undefined when it is no JSON object of reasonable depth. */
export function parsePayload(text: string): Payload | undefined {
  try {
    const parsed = parseJson(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : undefined;
  } catch {
    return undefined;
  }
}

export function textOf(payload: Payload, field: string): string {
  const value = payload[field];
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * The server's own check of a sign-up. It knows nothing of the form's schema on purpose:
 * a server does not trust its client. Returns messages for the donor, none when all is well.
 */
export function validateSignup(payload: Payload, method: PaymentMethod, siteOrigin: string): string[] {
  const messages: string[] = [];
  const text = (field: string) => textOf(payload, field);

  if (text('cardNum') !== '' || text('securityCode') !== '') {
    messages.push('カード番号とセキュリティコードは受け付けていません。');
  }
  const isAbroad = payload.expatriate === true;
  for (const [field, label] of isAbroad ? overseasTexts : requiredTexts) {
    if (isEmpty(text(field))) messages.push(`${label}を入力してください。`);
    else if (Array.from(text(field)).length > MAX_LENGTH)
      messages.push(`${label}は${MAX_LENGTH}文字以内で入力してください。`);
    else if (!isStorable(text(field))) messages.push(`${label}に使用できない文字があります。`);
  }
  if (text('email') !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text('email'))) {
    messages.push('メールアドレスの形式が正しくありません。');
  }
  if (text('phone') !== '' && !/^\d{10,11}$/.test(text('phone'))) {
    messages.push('電話番号は10桁または11桁の数字で入力してください。');
  }
  if (!isAbroad && text('zip') !== '' && !/^\d{3}-?\d{4}$/.test(text('zip'))) {
    messages.push('郵便番号の形式が正しくありません。');
  }
  if (!isAbroad && text('state') !== '' && !prefectures.includes(text('state'))) {
    messages.push('都道府県の値が正しくありません。');
  }
  if (!isBirthDate(payload)) messages.push('生年月日が正しくありません。');
  const gender = text('gender');
  if (gender !== '' && !genders.some((known) => known === gender))
    messages.push('性別の値が正しくありません。');

  if (payload.paymentMethod !== method) messages.push('お支払い方法が正しくありません。');
  if (!prices.some((known) => known === payload.price)) messages.push('ご支援金額の選択が正しくありません。');
  messages.push(...amountMessages(payload.paymentAmount, method));
  if (method === CARD) messages.push(...cardMessages(payload, siteOrigin));
  return messages;
}

function amountMessages(amount: unknown, method: PaymentMethod): string[] {
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return ['ご支援金額が正しくありません。'];
  if (amount > MAXIMUM) return [`ご支援金額は${MAXIMUM.toLocaleString('ja-JP')}円以下で入力してください。`];
  const { yen, message } = MINIMUMS[method];
  return amount >= yen ? [] : [message];
}

function cardMessages(payload: Payload, siteOrigin: string): string[] {
  const messages: string[] = [];
  if (textOf(payload, 'token') === '') messages.push('カード情報を入力してください。');
  if (
    !/^(0[1-9]|1[0-2])$/.test(textOf(payload, 'cardExpiryMonth')) ||
    !/^(20)?\d{2}$/.test(textOf(payload, 'cardExpiryYear'))
  ) {
    messages.push('カードの有効期限が正しくありません。');
  }
  const callbackUrl = textOf(payload, 'callbackUrl');
  if (!URL.canParse(callbackUrl) || !isSameLocalOrigin(new URL(callbackUrl).origin, siteOrigin)) {
    messages.push('戻り先のURLが正しくありません。');
  }
  return messages;
}

/** Shows nothing where it stands by itself. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Chooses a form of the kanji or emoji that it stands behind. */
const selector = /(?<=[\p{Script=Han}\p{Emoji}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const joined =
  '(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{DI}])[\\p{Lo}\\p{M}\\p{ExtPict}\\p{EMod}]';
/** Makes one emoji of two, and parts or joins letters of Arabic, of India's scripts and the like. */
const joiner = new RegExp(`(?<=${joined}|\\p{Emoji}\\ufe0f)[\\u200c\\u200d](?=${joined})`, 'gu');

const isSeen = (text: string): boolean => !unseen.test(text.replace(joiner, '').replace(selector, ''));

/** Whether there is anything to read. */
const isEmpty = (text: string): boolean => text.replace(new RegExp(unseen, 'gu'), '').trim() === '';

/** False for what nobody sees, control characters and halves of a character: a database refuses them, or keeps something else. */
function isStorable(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text && !/\p{Cc}/u.test(text) && isSeen(text);
}

/** Whether the parts that are given can be parts of a date, and the whole one exists where all are (specification §3). */
function isBirthDate(payload: Payload): boolean {
  const [year, month, day] = ['birthYear', 'birthMonth', 'birthDay'].map((part) =>
    String(payload[part] ?? ''),
  );
  if (!/^((19|20)\d\d)?$/.test(year ?? '') || !isNumberUpTo(12, month) || !isNumberUpTo(31, day))
    return false;
  return (year && month && day) || payload.birthDate !== undefined ? isDate(payload.birthDate) : true;
}

function isNumberUpTo(maximum: number, text = ''): boolean {
  return text === '' || (/^[1-9]\d?$/.test(text) && Number(text) <= maximum);
}

/** A year-month-day that exists, with or without leading zeros. */
function isDate(value: unknown): boolean {
  const parts = typeof value === 'string' ? /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) : null;
  if (parts === null) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}
