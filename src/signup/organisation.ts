/**
 * Everything that differs between organisations, except field rules. `src/organisation/` holds this one's;
 * `ORGANISATION=<folder>` selects another (docs/another-organisation.md). Amounts are in yen a month. Empty texts are
 * not shown.
 */
export type Organisation = {
  name: string;
  shortName: string;
  /** What it calls itself within a sentence: 当団体, 当法人, 当会 … */
  self: string;
  tagline: string;
  /** The purpose of this page, in phrases between which a line may break. */
  purpose: readonly string[];
  /** Shown below the title of the input screen, with `number` emphasised. All three may be empty. */
  supporters: { before: string; number: string; after: string };
  /** For search engines. */
  pageDescription: string;
  /** The monthly amounts on offer, in their order; a free amount is always offered beside them. */
  amounts: readonly number[];
  /** The default, one of `amounts`. */
  usualAmount: number;
  /** The payment methods; null for one that is not on offer. */
  payment: { card: CardTerms | null; bank: BankTerms | null };
  /** Which optional parts the form has. */
  asks: {
    birthDate: boolean;
    gender: boolean;
    mailMagazine: boolean;
    /** Whether donors can decline receipt and annual report. */
    mailings: boolean;
    /** Whether donors who live outside Japan may sign up. */
    overseas: boolean;
  };
  postalCode: string;
  address: string;
  phone: string;
  fax: string;
  /** Sentences that only the organisation can confirm; each may be empty (docs/ja/words-to-confirm.md). */
  words: {
    furiganaPurpose: string;
    phonePurpose: string;
    birthDatePurpose: string;
    /** How to stop the activity report mails. */
    mailMagazineEnd: string;
    officeHours: string;
    /** About the use of victims' photos. */
    photoNote: string;
  };
  links: {
    home: string;
    contact: string;
    /** The completion page, to which the browser posts the registered data (specification §4). */
    completion: string;
  };
  /** In the order in which the footer shows them. */
  footer: readonly FooterLink[];
};

type FooterLink = { text: string; href: string; opensTab?: true; lang?: string };

/** The terms of a payment method. */
export type PaymentTerms = {
  /** Yen a month. */
  minimum: number;
  /** Null until the organisation has confirmed when the first debit comes. */
  firstDebit: FirstDebit | null;
  /** When to contact the organisation to stop support; may be empty. */
  stopping: string;
  /** The fee that the donor pays; may be empty. */
  fee: string;
};

export type CardTerms = PaymentTerms & {
  /** The accepted brands, in the order in which they are shown. */
  brands: readonly ('Visa' | 'Mastercard' | 'JCB' | 'American Express')[];
  /** Cards of these brands that are not accepted, one sentence each; may be empty. */
  restrictions: readonly string[];
  /** The sections of the notes on using credit cards, without the contact section. */
  notes: readonly Note[];
};

export type BankTerms = PaymentTerms & {
  /** The days within which the donor returns the mailed form. */
  formReturnDays: number;
};

/** Shown as `${when}です。${afterwards}`. */
export type FirstDebit = {
  /** For example 通常、お申し込みの翌月または翌々月. */
  when: string;
  /** The same months, counted from the month of the application; if given, they are shown by name. */
  monthsAfter: readonly number[];
  afterwards: string;
};

export type Note = { heading: string } & (
  | { text: string; list?: never }
  | { list: readonly string[]; text?: never }
);
