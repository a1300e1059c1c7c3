import { organisation } from '#organisation/organisation.ts';
import { prefectures } from '../../src/signup/address/prefectures.ts';
import { formatYen } from '../../src/signup/amount/amount.ts';
import { type PaymentMethod, prices } from '../../src/signup/form.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { originsOf } from '../hosts.ts';

export type Payload = Record<string, unknown>;

const MAXIMUM = 9_999_999;
/** In code points, as PHP's mb_strlen and a database's VARCHAR count. */
const MAX_LENGTH = 200;

const requiredTexts: Readonly<Record<string, string>> = {
  ...{ lastName: '姓', firstName: '名', furigana: 'ふりがな', email: 'メールアドレス', phone: '電話番号' },
  ...{ zip: '郵便番号', state: '都道府県', city: '市区町村', street: '番地' },
};
const overseasTexts = { ...requiredTexts, country: '国' };

const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+\.*$/;

/** Reads a body as a payload. @throws SyntaxError where it is no JSON object */
export function parsePayload(text: string): Payload {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError('The body is no JSON object.');
  return { ...parsed };
}

export function textOf(payload: Payload, field: string): string {
  const value = payload[field];
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * The server's own check of a sign-up, independent of the form's schema on purpose: a server does not trust its client.
 * @returns messages for the donor; none if all is well
 */
export function validateSignup(payload: Payload, method: PaymentMethod, siteOrigin: string): string[] {
  const messages: string[] = [];
  const text = (field: string) => textOf(payload, field);

  if (text('cardNum') !== '' || text('securityCode') !== '') {
    messages.push('カード番号とセキュリティコードは受け付けていません。');
  }
  const isOverseas = payload.expatriate === true;
  for (const [field, label] of Object.entries(isOverseas ? overseasTexts : requiredTexts)) {
    if (text(field) === '') messages.push(`${label}を入力してください。`);
    else if (Array.from(text(field)).length > MAX_LENGTH)
      messages.push(`${label}は${MAX_LENGTH}文字以内で入力してください。`);
    else if (!isStorable(text(field))) messages.push(`${label}に使用できない文字があります。`);
  }
  const refuse = (field: string, isRight: boolean, message: string) => {
    if (text(field) !== '' && !isRight) messages.push(message);
  };
  refuse('email', isEmail.test(text('email')), 'メールアドレスの形式が正しくありません。');
  refuse('phone', /^\d{10,11}$/.test(text('phone')), '電話番号は10桁または11桁の数字で入力してください。');
  refuse('zip', isOverseas || /^\d{3}-?\d{4}$/.test(text('zip')), '郵便番号の形式が正しくありません。');
  refuse('state', isOverseas || prefectures.includes(text('state')), '都道府県の値が正しくありません。');
  if (!isBirthDate(payload)) messages.push('生年月日が正しくありません。');
  if (payload.paymentMethod !== method) messages.push('お支払い方法が正しくありません。');
  if (!prices.some((known) => known === payload.price)) messages.push('ご支援金額の選択が正しくありません。');
  messages.push(...amountMessages(payload.paymentAmount, method));
  if (methods[method].needsCard) messages.push(...cardMessages(payload, siteOrigin));
  return messages;
}

function amountMessages(amount: unknown, method: PaymentMethod): string[] {
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return ['ご支援金額が正しくありません。'];
  if (amount > MAXIMUM) return [`ご支援金額は${MAXIMUM.toLocaleString('ja-JP')}円以下で入力してください。`];
  const { shortName, terms } = methods[method];
  if (amount >= terms.minimum) return [];
  return [
    `${shortName}は<strong>${formatYen(terms.minimum)}</strong>から承ります。詳しくは<a href="${organisation.links.contact}" target="_blank">お問い合わせ</a>ください。`,
  ];
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
  if (!URL.canParse(callbackUrl) || !originsOf(siteOrigin).includes(new URL(callbackUrl).origin)) {
    messages.push('戻り先のURLが正しくありません。');
  }
  return messages;
}

/** False for text that a database refuses or changes: line breaks, control characters, lone surrogates and U+FFFD. */
const isStorable = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u.test(text);

const birthParts = {
  birthYear: /^((19|20)\d\d)?$/,
  birthMonth: /^([1-9]|1[0-2])?$/,
  birthDay: /^([1-9]|[12]\d|3[01])?$/,
};

/** Whether each part that is given can be part of a date, and the date exists where all three are given (specification §3). */
function isBirthDate(payload: Payload): boolean {
  const parts = Object.entries(birthParts);
  if (!parts.every(([part, rule]) => rule.test(String(payload[part] ?? '')))) return false;
  const isWhole = parts.every(([part]) => payload[part]) || payload.birthDate !== undefined;
  return !isWhole || isDate(payload.birthDate);
}

/** A year-month-day that exists, with or without leading zeros. */
function isDate(value: unknown): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(String(value))?.map(Number) ?? [];
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}
