import { CARD, type FieldName, type SignupForm } from '../src/signup/form.ts';

type Both<Value> = readonly [home: Value, overseas: Value];
type Role = 'textbox' | 'combobox' | 'checkbox' | 'group';

/** What a field promises. Where it has no property, it promises nothing of the kind. */
interface FieldRow {
  /** Its words on the screen; null where it is not shown. */
  label: Both<string | null>;
  /** For assistive technology; default: a text box. */
  role?: Both<Role>;
  /** Default: required. Of a `part`, the group says that it is optional. A box may be left as it is without saying so. */
  need?: 'optional' | 'part' | 'box';
  hint?: Both<string>;
  /** `autocomplete`. */
  autofill?: string | Both<string>;
  /** `inputmode`, the kind of keyboard. */
  keyboard?: string;
  /** Overseas it asks for English words. */
  isEnglishOverseas?: true;
  /** Its words are in no dictionary. */
  isUnspelt?: true;
  /** A text in the donor's own words, which has at most 200 characters and no card number. */
  isWords?: true;
  /** Shown with payment by card only. */
  isOfCard?: true;
  /** What a complete donor says there; otherwise it stays as it is. */
  sample?: Both<string>;
  /** The keys of the payload that have what was typed; default: its own name. */
  sentAs?: readonly string[];
  /** The row of the confirm screen that shows it. */
  summary?: string;
}

const both = <Value>(value: Value): Both<Value> => [value, value];
const list = both<Role>('combobox');
const group = both<Role>('group');
const box = { role: both<Role>('checkbox'), need: 'box' } as const;
const name = { isWords: true, isUnspelt: true, summary: 'お名前' } as const;
const address = { isWords: true, summary: 'ご住所' } as const;
const birth = { role: list, need: 'part', summary: '生年月日' } as const;
const card = { isOfCard: true, summary: 'カード番号' } as const;
const expiry = { isOfCard: true, role: list, summary: '有効期限' } as const;
const digits = { keyboard: 'numeric' } as const;

/** Every field, in the order of the screen at home. A new field is one row here. */
export const fieldTable: Readonly<Record<FieldName, FieldRow>> = {
  price: {
    label: ['毎月のご支援金額', '毎月のご支援金額（Monthly amount）'],
    role: group,
    summary: '毎月のご支援金額',
  },
  priceOther: {
    label: ['その他の金額（月額）', 'その他の金額（Other amount a month）'],
    hint: both('1,000円以上（口座引落の場合は2,000円以上）でお決めください。'),
    autofill: 'off',
    ...digits,
    sentAs: [],
    summary: '毎月のご支援金額',
  },
  lastName: { label: ['姓', '姓（Last name）'], autofill: 'family-name', ...name, sample: both('山田') },
  firstName: { label: ['名', '名（First name）'], autofill: 'given-name', ...name, sample: both('花子') },
  furigana: {
    label: ['ふりがな', 'ふりがな（Furigana）'],
    hint: [
      'ひらがなで入力してください。お名前の入力に合わせて、自動で入ることがあります。',
      'ひらがなで入力してください。お名前の入力に合わせて、自動で入ることがあります。（In hiragana. It may be filled in as you type your name.）',
    ],
    autofill: 'off',
    isWords: true,
    sample: both('やまだはなこ'),
    summary: 'ふりがな',
  },
  email: {
    label: ['メールアドレス', 'メールアドレス（Email）'],
    hint: both('例：hanako@example.jp'),
    autofill: 'email',
    keyboard: 'email',
    isUnspelt: true,
    isWords: true,
    sample: both('hanako.yamada@example.jp'),
    summary: 'メールアドレス',
  },
  mailMagazine: {
    label: ['活動報告メールを受け取る', '活動報告メールを受け取る（Receive the newsletter）'],
    ...box,
    summary: '活動報告メール',
  },
  expatriate: { label: both('海外に住んでいる（I live outside Japan）'), ...box },
  zip: {
    label: ['郵便番号', null],
    hint: both('7桁の数字を入力すると、住所が自動で入力されます。'),
    autofill: 'postal-code',
    ...digits,
    sample: ['100-0001', ''],
    summary: 'ご住所',
  },
  prefecture: {
    label: ['都道府県', '州・県（State / Prov）'],
    role: ['combobox', 'textbox'],
    hint: ['', '州や県のない国や地域では「-」と入力してください。（If none, enter “-”.）'],
    autofill: 'address-level1',
    isEnglishOverseas: true,
    ...address,
    sample: ['東京都', 'NY'],
    sentAs: ['prefecture', 'state'],
  },
  city: {
    label: ['市区町村', '市（City）'],
    hint: ['例：千代田区霞が関', ''],
    autofill: 'address-level2',
    isEnglishOverseas: true,
    ...address,
    sample: ['千代田区千代田', 'New York'],
  },
  street: {
    label: ['番地・建物名', '番地・通り（Street）'],
    hint: ['例：1-2-3 〇〇マンション405号室', ''],
    autofill: 'street-address',
    isEnglishOverseas: true,
    ...address,
    sample: ['1-1 皇居マンション101', '350 Fifth Avenue'],
  },
  country: {
    label: [null, '国（Country）'],
    role: list,
    autofill: 'country-name',
    ...address,
    sample: ['', 'United States of America'],
  },
  zipExpatriate: {
    label: [null, '郵便番号（Zip）'],
    hint: both('郵便番号のない国や地域では「-」と入力してください。（If none, enter “-”.）'),
    autofill: 'postal-code',
    isEnglishOverseas: true,
    isUnspelt: true,
    ...address,
    sample: ['', '10118'],
    sentAs: ['zip', 'zipExpatriate'],
  },
  phone: {
    label: ['電話番号', '電話番号（Phone）'],
    hint: [
      '例：09012345678',
      '国番号を付けず、現地でかけるときの番号を10桁か11桁の数字で入力してください' +
        '（Enter 10 or 11 digits, as dialled inside your country, without the country code: 2025550123）',
    ],
    autofill: ['tel', 'tel-national'],
    keyboard: 'tel',
    isWords: true,
    sample: both('09012345678'),
    summary: '電話番号',
  },
  birthYear: { label: both('年'), autofill: 'bday-year', ...birth },
  birthMonth: { label: both('月'), autofill: 'bday-month', ...birth },
  birthDay: { label: both('日'), autofill: 'bday-day', ...birth },
  gender: { label: ['性別', '性別（Gender）'], role: group, need: 'optional', summary: '性別' },
  receipt: { label: ['領収書は不要', null], ...box, need: 'part', summary: '領収書' },
  annualReport: { label: ['年次報告書は不要', null], ...box, need: 'part', summary: '年次報告書' },
  paymentMethod: {
    label: ['お支払い方法', 'お支払い方法（Payment method）'],
    role: group,
    hint: [
      '',
      '海外へは口座引落の申込用紙をお送りできません。クレジットカードをお選びください。' +
        '（We cannot mail the bank debit form abroad. Please choose a credit card.）',
    ],
    summary: 'お支払い方法',
  },
  cardNum: {
    label: ['カード番号', 'カード番号（Card number）'],
    hint: both('カード情報は決済代行会社に直接送信され、当団体には保存されません。'),
    autofill: 'cc-number',
    ...digits,
    ...card,
    sample: both('4111111111111111'),
    sentAs: [],
  },
  expirationMonth: {
    label: ['有効期限（月）', '有効期限・月（Expiry month）'],
    autofill: 'cc-exp-month',
    ...expiry,
    sample: both('12'),
    sentAs: ['expirationMonth', 'cardExpiryMonth'],
  },
  expirationYear: {
    label: ['有効期限（年）', '有効期限・年（Expiry year）'],
    autofill: 'cc-exp-year',
    ...expiry,
    sample: both(String(new Date().getFullYear() + 3)),
    sentAs: ['expirationYear', 'cardExpiryYear'],
  },
  securityCode: {
    label: ['セキュリティコード', 'セキュリティコード（Security code）'],
    hint: both('カード裏面の3桁、American Expressは表面の4桁の数字です。'),
    autofill: 'cc-csc',
    ...digits,
    isOfCard: true,
    sample: both('123'),
    sentAs: [],
  },
};

/** The rows' names; to the compiler they are just texts. */
const names = Object.keys(fieldTable) as FieldName[];

/** An overseas address is asked for in this order. */
const overseasAddress: readonly FieldName[] = ['street', 'city', 'prefecture', 'country', 'zipExpatriate'];

type Chosen = Pick<SignupForm, 'expatriate' | 'paymentMethod' | 'price'>;

/** Which of both a donor sees: 0 at home, 1 overseas. */
const placeOf = ({ expatriate }: Pick<SignupForm, 'expatriate'>) => (expatriate ? 1 : 0);

/** The fields that the input screen shows for these choices, in its order. */
export function shownFields(form: Chosen): FieldName[] {
  const shown = names.filter((name) => {
    const { label, isOfCard } = fieldTable[name];
    if (isOfCard && form.paymentMethod !== CARD) return false;
    return label[placeOf(form)] !== null && (name !== 'priceOther' || form.price === 'other');
  });
  if (!form.expatriate) return shown;
  const [before, after] = [shown.indexOf('expatriate') + 1, shown.indexOf('phone')];
  return [...shown.slice(0, before), ...overseasAddress, ...shown.slice(after)];
}

/** Those of them that a donor must fill in. Groups have a choice from the start. */
export const requiredFields = (form: Chosen): FieldName[] =>
  shownFields(form).filter((name) => !fieldTable[name].need && fieldTable[name].role !== group);

/** A row as donors at home or overseas see it. */
export function rowFor(name: FieldName, form: Pick<SignupForm, 'expatriate'>) {
  const { label, role, need = 'required', hint, autofill, ...row } = fieldTable[name];
  const place = placeOf(form);
  return {
    ...row,
    need,
    autofill: typeof autofill === 'object' ? autofill[place] : autofill,
    label: label[place] ?? '',
    role: role?.[place] ?? 'textbox',
    hint: hint?.[place] ?? '',
  };
}

/** The keys of the payload that have a field's value. */
export const keysOf = (name: FieldName): readonly string[] => fieldTable[name].sentAs ?? [name];

/** Every field that a donor fills in words. */
export const wordFields = names.filter((name) => fieldTable[name].isWords);
