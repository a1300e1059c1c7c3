/**
 * Who asks for support: everything that differs from one organisation to the next, and that is no rule of a field.
 * `src/organisation/` holds this one's; `ORGANISATION=<folder>` takes another folder in its place
 * (docs/another-organisation.md). Amounts are in yen a month. A text that may be empty is not shown where it is.
 */
export type Organisation = {
  name: string;
  shortName: string;
  tagline: string;
  /** What this page is for, by the phrases between which a line may break. */
  purpose: readonly string[];
  /** Below the title of the input screen; `number` stands out. All three may be empty. */
  supporters: { before: string; number: string; after: string };
  /** For search engines. */
  pageDescription: string;
  /** The monthly amounts on offer, in their order; a free amount is always offered beside them. */
  amounts: readonly number[];
  /** The one of them that is chosen before the donor chooses. */
  usualAmount: number;
  /** The ways of paying on offer: null for one that is not. */
  payment: { card: CardTerms | null; bank: BankTerms | null };
  /** Which parts of the form are asked for, all of them optional to the donor. */
  asks: {
    birthDate: boolean;
    gender: boolean;
    mailMagazine: boolean;
    /** Which of receipt and annual report need not be sent. */
    mailings: boolean;
    /** Whether donors who live outside Japan may sign up. */
    overseas: boolean;
  };
  postalCode: string;
  address: string;
  phone: string;
  fax: string;
  /** Sentences that nobody but the organisation can confirm; each may be empty (docs/organisation-words.md). */
  words: {
    furiganaPurpose: string;
    phonePurpose: string;
    birthDatePurpose: string;
    /** How the activity mails end. */
    mailMagazineEnd: string;
    officeHours: string;
    /** On the pictures of the people it is about. */
    photoNote: string;
  };
  links: {
    home: string;
    contact: string;
    /** Where the browser posts what was registered (specification §4). */
    completion: string;
  };
  /** The footer's links, in their order: the organisation's pages, the legal ones among them. */
  footer: readonly FooterLink[];
};

type FooterLink = { text: string; href: string; opensTab?: true; lang?: string };

/** What is agreed on with whoever pays in one way. */
export type PaymentTerms = {
  /** The least. */
  minimum: number;
  /** Null where nobody has confirmed when the first debit comes. */
  firstDebit: FirstDebit | null;
  /** Until when to tell the organisation to stop; may be empty. */
  stopping: string;
  /** What it costs the donor; may be empty. */
  fee: string;
};

export type CardTerms = PaymentTerms & {
  /** Those that can be used, in the order in which they are shown. */
  brands: readonly ('Visa' | 'Mastercard' | 'JCB' | 'American Express')[];
  /** Which cards of these brands cannot be used, a sentence each; may be empty. */
  restrictions: readonly string[];
  /** The notes on using credit cards, without the contact that follows them. */
  notes: readonly Note[];
};

export type BankTerms = PaymentTerms & {
  /** Within how many days the mailed form is to be returned. */
  formReturnDays: number;
};

/** Read as `${when}です。${afterwards}`. */
export type FirstDebit = {
  /** 通常、お申し込みの翌月または翌々月 */
  when: string;
  /** Which months these are, counted from the application, to name them; may be empty. */
  monthsAfter: readonly number[];
  afterwards: string;
};

export type Note = { heading: string } & (
  | { text: string; list?: never }
  | { list: readonly string[]; text?: never }
);
