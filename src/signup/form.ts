import { organisation } from '#organisation/organisation.ts';
import {
  normaliseOverseasZip,
  normalisePhone,
  normaliseZip,
  toHalfWidth,
  withoutSeparators,
} from './normalise.ts';
import { normaliseAmount } from './normalise-amount.ts';

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

/** What the organisation's folder and links to the form call them, in the order of the screen. */
export const paymentMethodsByName: Readonly<Record<keyof typeof terms, PaymentMethod>> = {
  card: CARD,
  bank: BANK_DEBIT,
};

/** The ways of paying on offer; the first is chosen before the donor chooses. */
export const paymentMethods: readonly PaymentMethod[] = [
  ...(terms.card ? [paymentMethodsByName.card] : []),
  ...(terms.bank ? [paymentMethodsByName.bank] : []),
];

export const genders = ['男性', '女性', 'その他'] as const;

/** What decides which fields are asked for, beside the payment method. */
type Choices = { price: Price; expatriate: boolean };

/** What more than one place has to know of a field. */
type Field = {
  /** Its name on the screen, for donors at home and for those overseas. */
  labels: readonly [home: string, overseas: string];
  /** What an untouched form holds. Nothing else is said of a text, which is empty; a boolean makes a box to tick. */
  empty?: string | boolean;
  /** One of these, shown as radios. */
  choices?: readonly string[];
  /** Specification §5 lets it stay empty. Every other field is required wherever it is shown. */
  isOptional?: true;
  /** False where the organisation does not ask for it: it stays empty and is not sent. */
  isAsked?: boolean;
  /** Always, where nothing is said. Fields that belong to one payment method are named in payment-methods.ts. */
  isShown?: (form: Choices) => boolean;
  /** How a text that holds nothing invisible is kept (decision 2): in one line, where nothing else is said. */
  normalise?: (value: string) => string;
  /** Normalised with every key. The others keep what was typed until they are left. */
  isNormalisedOnChange?: true;
  /** Exists in the input view and in the tokeniser's call, nowhere else (decision 5). */
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
  // The address as it is written at home; overseas it is asked for the other way round.
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
  // True means that none is needed. Nothing is mailed overseas.
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
    normalise: withoutSeparators,
    isNormalisedOnChange: true,
    isSecret: true,
  },
  // Two digits and four.
  expirationMonth: { labels: ['有効期限（月）', '有効期限・月（Expiry month）'] },
  expirationYear: { labels: ['有効期限（年）', '有効期限・年（Expiry year）'] },
  securityCode: {
    labels: ['セキュリティコード', 'セキュリティコード（Security code）'],
    normalise: withoutSeparators,
    isNormalisedOnChange: true,
    isSecret: true,
  },
} as const satisfies Section;

const definitions = { ...amount, ...profile, ...payment };
type Definitions = typeof definitions;

/**
 * The one definition of each field (specification §3), by section, in the order of the screen. Types, labels, what is
 * asked for and saved, and what is taken over from a form that was typed into before its script ran all follow from it.
 */
export const sections = { amount, profile, payment };

/** What there is to know of each field, by its name. */
export const fields: Readonly<Record<FieldName, Field>> = definitions;

type Value<Definition> = Definition extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Definition extends { empty: boolean }
    ? boolean
    : string;

export type FieldName = keyof Definitions;

/** What the donor fills in, as the input screen holds it. Everything typed is a string. */
export type SignupForm = {
  -readonly [Name in FieldName as Definitions[Name] extends { isSecret: true } ? never : Name]: Value<
    Definitions[Name]
  >;
};

/** The two secrets of a card. They exist in the input view and in the tokeniser's call, nowhere else (decision 5). */
export type CardEntry = Record<Exclude<FieldName, keyof SignupForm>, string>;

export type FormField = keyof SignupForm;
export type CardField = keyof CardEntry;

/** One field and its new value, with the type that belongs to that field. */
export type FieldChange = { [Name in FormField]: { name: Name; value: SignupForm[Name] } }[FormField];

/** A change of any control on the input screen; only the {@link FieldChange}s among them reach the chart. */
export type InputChange = FieldChange | { [Name in CardField]: { name: Name; value: string } }[CardField];

/** Whether this is a value that the field can hold: what comes from outside is asked before it is believed. */
export function isChange(change: { name: FieldName; value: unknown }): change is InputChange {
  const { choices, empty = '', isAsked = true } = fields[change.name];
  if (!isAsked) return false;
  return choices ? choices.some((choice) => choice === change.value) : typeof change.value === typeof empty;
}

/** Every field, in the order of the screen. */
export const fieldNames = Object.keys(definitions) as readonly FieldName[];

/** Whether the form holds this field. The card number and the security code are never in it. */
export const isFormField = (name: FieldName): name is FormField => !fields[name].isSecret;

/** Whether a donor writes the field's value. */
export const isText = (name: FieldName): boolean =>
  !fields[name].choices && typeof fields[name].empty !== 'boolean';

export const formFields = fieldNames.filter(isFormField);

const untouched = Object.fromEntries(formFields.map((name) => [name, fields[name].empty ?? '']));

/**
 * A form of what is found for each field; a field for which nothing is found that it can hold stays untouched.
 * Made on every key, hence a copy that is changed: one that grows takes ten times its room.
 */
export function formOf(find: (name: FormField) => unknown): SignupForm {
  const form: Record<string, unknown> = { ...untouched };
  for (const name of formFields) {
    const value = find(name);
    if (isChange({ name, value })) form[name] = value;
  }
  return form as SignupForm;
}

/** An untouched form: by card, mail magazine on (specification §3 and §9). */
export const emptyForm = formOf(() => undefined);

/**
 * Where the input view lends its card to the tokeniser, for as long as it is on screen.
 * A function and not a value, so that no copy of the card is kept anywhere.
 */
export type CardSource = { read: (() => CardEntry) | null };

/** What the tokeniser gives for a card: single use, valid for 30 minutes at the gateway. */
export type CardToken = {
  cardToken: string;
  maskedCardNumber: string;
  /** Milliseconds since the epoch. */
  issuedAt: number;
};

/** The three fields that the address shapes at home and overseas share. */
export type AddressWords = Pick<SignupForm, 'prefecture' | 'city' | 'street'>;

/** What a postal code stands for: `city` is the municipality and the town together (specification §4). */
export type Address = { prefecture: string; city: string };
