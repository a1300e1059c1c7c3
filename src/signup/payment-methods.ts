import { organisation } from '#organisation/organisation.ts';
import { formatYen, minimumAmount } from './amount.ts';
import {
  BANK_DEBIT,
  CARD,
  type FieldName,
  type PaymentMethod,
  paymentMethods,
  type SignupForm,
} from './form.ts';
import { belowMinimum, fieldMessages, type UnansweredCall } from './messages.ts';
import type { PaymentTerms } from './organisation.ts';

/** The boxes to tick before sending (specification §2). */
export type Agreement = 'understood' | 'bankFormUnderstood';

/**
 * How one way of paying differs from the others. What it looks like, what it sends and where to is keyed by it too,
 * in the views and in services/registration.ts. Nothing else asks which method it is.
 */
type Method = {
  /** What it is called within a sentence. */
  shortName: string;
  /** What the organisation has agreed on; where it is not on offer, nobody asks. */
  terms: PaymentTerms;
  /** What is asked for beside the method itself. */
  fields: readonly FieldName[];
  /** A card becomes a token before the confirm screen, and the bank authenticates it once it is registered. */
  needsCard: boolean;
  agreements: readonly Agreement[];
  /** The call that registers it. Where its answer is missing, messages.ts says what that means. */
  registers: Exclude<UnansweredCall, 'verifyCard'>;
};

const notOffered: PaymentTerms = { minimum: minimumAmount, firstDebit: null, stopping: '', fee: '' };

export const methods: Readonly<Record<PaymentMethod, Method>> = {
  [CARD]: {
    shortName: 'クレジットカード',
    terms: organisation.payment.card ?? notOffered,
    fields: ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'],
    needsCard: true,
    agreements: ['understood'],
    registers: 'registerCard',
  },
  [BANK_DEBIT]: {
    shortName: '口座引落',
    terms: organisation.payment.bank ?? notOffered,
    fields: [],
    needsCard: false,
    agreements: ['understood', 'bankFormUnderstood'],
    registers: 'registerBank',
  },
};

type ByMethod = Pick<SignupForm, 'paymentMethod'>;

/** The record of the chosen payment method. One that is not on offer counts as the first, and the rules refuse it. */
export const methodOf = ({ paymentMethod }: ByMethod): Method =>
  methods[Object.hasOwn(methods, paymentMethod) ? paymentMethod : (paymentMethods[0] ?? CARD)];

/** What is said of an amount below the method's least. */
export function minimumMessage({ shortName, terms: { minimum } }: Method): string {
  return minimum > minimumAmount ? belowMinimum(shortName, minimum) : fieldMessages.priceOther;
}

/** The least amounts as the hint at a free amount says them: `1,000円以上（口座引落の場合は2,000円以上）`. */
export const minimums =
  `${formatYen(minimumAmount)}以上` +
  paymentMethods
    .map((name) => methods[name])
    .filter(({ terms }) => terms.minimum > minimumAmount)
    .map(({ shortName, terms }) => `（${shortName}の場合は${formatYen(terms.minimum)}以上）`)
    .join('');

export type Agreements = Readonly<Record<Agreement, boolean>>;
export const nothingAgreed: Agreements = { understood: false, bankFormUnderstood: false };

/** Whether every box is ticked that the chosen payment method has. */
export function hasAgreed({ form, agreements }: { form: ByMethod; agreements: Agreements }): boolean {
  return methodOf(form).agreements.every((name) => agreements[name]);
}
