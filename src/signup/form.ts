/** The monthly amounts on offer, in yen, and the word for a free amount (specification §3). */
export const prices = ['1000', '3000', '5000', '10000', 'other'] as const;
export type Price = (typeof prices)[number];

export const paymentMethods = ['クレジットカード', '引落（銀行・郵便）'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const CARD = paymentMethods[0];
export const BANK_DEBIT = paymentMethods[1];

export const genders = ['男性', '女性', 'その他'] as const;
export type Gender = (typeof genders)[number];

/**
 * What the donor fills in, as the input screen holds it (specification §3).
 * Everything typed is a string. The card number and the security code are not
 * part of it: they are a {@link CardEntry} and never leave the input screen.
 */
export type SignupForm = {
  price: Price;
  priceOther: string;
  lastName: string;
  firstName: string;
  furigana: string;
  email: string;
  mailMagazine: boolean;
  expatriate: boolean;
  /** `123-4567` (decision 1). */
  zip: string;
  prefecture: string;
  city: string;
  street: string;
  country: string;
  zipExpatriate: string;
  phone: string;
  birthYear: string;
  birthMonth: string;
  birthDay: string;
  gender: Gender | '';
  /** True means no receipt is needed. */
  receipt: boolean;
  /** True means no annual report is needed. */
  annualReport: boolean;
  paymentMethod: PaymentMethod;
  /** Two digits. */
  expirationMonth: string;
  /** Four digits. */
  expirationYear: string;
};

/** The two secrets of a card. They exist in the input view and in the tokeniser's call, nowhere else (decision 5). */
export type CardEntry = {
  cardNum: string;
  securityCode: string;
};

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

export type FormField = keyof SignupForm;
export type CardField = keyof CardEntry;
export type FieldName = FormField | CardField;

/** One field and its new value, with the type that belongs to that field. */
export type FieldChange = { [Name in FormField]: { name: Name; value: SignupForm[Name] } }[FormField];

/** An untouched form: 3,000 yen a month, by card, mail magazine on (specification §3 and §9). */
export const emptyForm: SignupForm = {
  price: '3000',
  priceOther: '',
  lastName: '',
  firstName: '',
  furigana: '',
  email: '',
  mailMagazine: true,
  expatriate: false,
  zip: '',
  prefecture: '',
  city: '',
  street: '',
  country: '',
  zipExpatriate: '',
  phone: '',
  birthYear: '',
  birthMonth: '',
  birthDay: '',
  gender: '',
  receipt: false,
  annualReport: false,
  paymentMethod: CARD,
  expirationMonth: '',
  expirationYear: '',
};

/** The three fields that the address shapes at home and overseas share. */
export type AddressWords = Pick<SignupForm, 'prefecture' | 'city' | 'street'>;

/** What a postal code stands for: `city` is the municipality and the town together (specification §4). */
export type Address = { prefecture: string; city: string };
