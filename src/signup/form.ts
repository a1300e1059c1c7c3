import { organisation } from '#organisation/organisation.ts';
import { normaliseAmount } from './amount/normalise-amount.ts';
import { cardDigitsIn } from './card/card-number.ts';
import { digitsIn, normaliseOverseasZip, normalisePhone, normaliseZip, toHalfWidth } from './normalise.ts';

/** The monthly amounts on offer, in yen, and the word for a free amount (specification §3). */
export type Price = `${number}` | 'other';
export const prices: readonly Price[] = [
  ...organisation.amounts.map((amount): Price => `${amount}`),
  'other',
];

export const CARD = 'クレジットカード';
export const BANK_DEBIT = '引落（銀行・郵便）';
export type PaymentMethod = typeof CARD | typeof BANK_DEBIT;

const { asks, payment: terms } = organisation;

/** By the names that organisations' folders and links to the form use, in the order of the screen. */
export const paymentMethodsByName: Readonly<Record<keyof typeof terms, PaymentMethod>> = {
  card: CARD,
  bank: BANK_DEBIT,
};

const paymentNames = Object.keys(paymentMethodsByName) as readonly (keyof typeof terms)[];

/** The payment methods on offer. The first is the default. */
export const paymentMethods: readonly PaymentMethod[] = paymentNames
  .filter((name) => terms[name] !== null)
  .map((name) => paymentMethodsByName[name]);

export const genders = ['男性', '女性', 'その他'] as const;

/** The values that decide which fields are shown, beside the payment method. */
type Choices = { price: Price; expatriate: boolean };

/** The definition of a field. */
type Field = {
  /** Its name on the screen, for donors at home and for those overseas. */
  labels: readonly [home: string, overseas: string];
  /** The value in an untouched form; default: an empty text. A boolean makes the field a checkbox. */
  empty?: string | boolean;
  /** The values that it can have, shown as radios. */
  choices?: readonly string[];
  /** May stay empty (specification §5). All others are required while they are shown. */
  isOptional?: true;
  /** False if the organisation does not ask for it: it is never shown or sent. */
  isAsked?: boolean;
  /** Default: always. payment-methods.ts lists the fields that belong to one payment method. */
  isShown?: (form: Choices) => boolean;
  /** Normalises a text without invisible characters (decision 2). Default: without line breaks. */
  normalise?: (value: string) => string;
  /** Normalised at every change; the others when the donor leaves them. */
  isNormalisedOnChange?: true;
  /** Not in the form: card-secrets.ts owns it (decision 5). */
  isSecret?: true;
};
type Section = Record<string, Field>;

const atHome = ({ expatriate }: Choices) => !expatriate;
const overseas = ({ expatriate }: Choices) => expatriate;

const amount = {
  price: {
    labels: ['毎月のご支援金額', '毎月のご支援金額（Monthly amount）'],
    choices: prices,
    empty: `${organisation.usualAmount}`,
  },
  priceOther: {
    labels: ['その他の金額（月額）', 'その他の金額（Other amount a month）'],
    normalise: normaliseAmount,
    isShown: ({ price }: Choices) => price === 'other',
  },
} as const satisfies Section;

const profile = {
  lastName: { labels: ['姓', '姓（Last name）'] },
  firstName: { labels: ['名', '名（First name）'] },
  furigana: { labels: ['ふりがな', 'ふりがな（Furigana）'] },
  email: { labels: ['メールアドレス', 'メールアドレス（Email）'], normalise: toHalfWidth },
  mailMagazine: {
    labels: ['活動報告メール', '活動報告メール（Newsletter）'],
    empty: asks.mailMagazine,
    isOptional: true,
    isAsked: asks.mailMagazine,
  },
  expatriate: {
    labels: ['海外在住', '海外在住（Living abroad）'],
    empty: false,
    isOptional: true,
    isAsked: asks.overseas,
  },
  // The address in the order of a home address. inputFields reverses it for an overseas one.
  zip: {
    labels: ['郵便番号', '郵便番号'],
    normalise: normaliseZip,
    isNormalisedOnChange: true,
    isShown: atHome,
  },
  zipExpatriate: {
    labels: ['郵便番号（海外）', '郵便番号（Zip）'],
    normalise: normaliseOverseasZip,
    isShown: overseas,
  },
  country: { labels: ['国', '国（Country）'], isShown: overseas },
  prefecture: { labels: ['都道府県', '州・県（State / Prov）'] },
  city: { labels: ['市区町村', '市（City）'] },
  street: { labels: ['番地・建物名', '番地・通り（Street）'] },
  phone: { labels: ['電話番号', '電話番号（Phone）'], normalise: normalisePhone },
  birthYear: {
    labels: ['生年月日（年）', '生年月日・年（Year of birth）'],
    isOptional: true,
    isAsked: asks.birthDate,
  },
  birthMonth: {
    labels: ['生年月日（月）', '生年月日・月（Month of birth）'],
    isOptional: true,
    isAsked: asks.birthDate,
  },
  birthDay: {
    labels: ['生年月日（日）', '生年月日・日（Day of birth）'],
    isOptional: true,
    isAsked: asks.birthDate,
  },
  gender: {
    labels: ['性別', '性別（Gender）'],
    choices: ['', ...genders],
    isOptional: true,
    isAsked: asks.gender,
  },
  // True means not needed. Nothing is mailed overseas.
  receipt: {
    labels: ['領収書', '領収書（Receipt）'],
    isShown: atHome,
    empty: false,
    isOptional: true,
    isAsked: asks.mailings,
  },
  annualReport: {
    labels: ['年次報告書', '年次報告書（Annual report）'],
    isShown: atHome,
    empty: false,
    isOptional: true,
    isAsked: asks.mailings,
  },
} as const satisfies Section;

const payment = {
  paymentMethod: {
    labels: ['お支払い方法', 'お支払い方法（Payment method）'],
    choices: paymentMethods,
    empty: paymentMethods[0] ?? CARD,
  },
  cardNum: {
    labels: ['カード番号', 'カード番号（Card number）'],
    normalise: cardDigitsIn,
    isNormalisedOnChange: true,
    isSecret: true,
  },
  // Two digits and four.
  expirationMonth: { labels: ['有効期限（月）', '有効期限・月（Expiry month）'] },
  expirationYear: { labels: ['有効期限（年）', '有効期限・年（Expiry year）'] },
  securityCode: {
    labels: ['セキュリティコード', 'セキュリティコード（Security code）'],
    normalise: digitsIn,
    isNormalisedOnChange: true,
    isSecret: true,
  },
} as const satisfies Section;

const all = { ...amount, ...profile, ...payment };
type Definitions = typeof all;

/**
 * The one definition of each field (specification §3), by section, in the order of the screen. Types, labels and saved fields
 * follow from it, and what is read from a form that was typed into before the app loaded.
 */
export const sections = { amount, profile, payment };

export const definitions: Readonly<Record<FieldName, Field>> = all;

type Value<Definition> = Definition extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Definition extends { empty: boolean }
    ? boolean
    : string;

export type FieldName = keyof Definitions;

/** The values of all fields except the card's secrets. Everything typed is a string. */
export type SignupForm = {
  -readonly [Name in FieldName as Definitions[Name] extends { isSecret: true } ? never : Name]: Value<
    Definitions[Name]
  >;
};

/** The two secrets of a card, which card-secrets.ts owns (decision 5). */
export type CardEntry = Record<Exclude<FieldName, keyof SignupForm>, string>;

export type FormField = keyof SignupForm;

/** The fields that can have any such value: `FieldOf<string>` are those with free text. */
export type FieldOf<Value> = {
  [Name in FormField]: Value extends SignupForm[Name] ? Name : never;
}[FormField];

/** A change of any control on the input screen. */
export type InputChange = {
  [Name in FieldName]: { name: Name; value: (SignupForm & CardEntry)[Name] };
}[FieldName];

/** A change that the chart gets: of any field except the card's secrets. */
export type FieldChange = Extract<InputChange, { name: FormField }>;

/** Checks a value from outside: whether the field can hold it. */
export function isChange(change: { name: FieldName; value: unknown }): change is InputChange {
  const { choices, empty = '', isAsked = true } = definitions[change.name];
  if (!isAsked) return false;
  return choices ? choices.some((choice) => choice === change.value) : typeof change.value === typeof empty;
}

/** Every field, in the order of the screen. */
export const fieldNames = Object.keys(all) as readonly FieldName[];

/** Whether the form holds this field: all except the card number and the security code. */
export const isFormField = (name: FieldName): name is FormField => !definitions[name].isSecret;

/** Whether the field's value is free text. */
export const isText = (name: FieldName): boolean =>
  !definitions[name].choices && typeof definitions[name].empty !== 'boolean';

export const formFields = fieldNames.filter(isFormField);

const untouched = Object.fromEntries(formFields.map((name) => [name, definitions[name].empty ?? '']));

/**
 * Builds a form from the values that `find` returns. A field keeps its untouched value if it cannot hold the one found.
 * It runs at every key, so it changes a copy: an object that grows key by key takes ten times the memory.
 */
export function formOf(find: (name: FormField) => unknown): SignupForm {
  const form: Record<string, unknown> = { ...untouched };
  for (const name of formFields) {
    const value = find(name);
    if (isChange({ name, value })) form[name] = value;
  }
  return form as SignupForm;
}

/** The untouched form, with its defaults (specification §3 and §9). */
export const emptyForm = formOf(() => undefined);
