import { organisationWords } from '../organisation/words.ts';
import { formatYen, minimumAmount } from './amount.ts';
import { BANK_DEBIT, CARD, type FieldName, type PaymentMethod, type SignupForm } from './form.ts';
import { fieldMessages, type UnansweredCall } from './messages.ts';

/** The boxes to tick before sending (specification §2). */
export type Agreement = 'understood' | 'bankFormUnderstood';

/**
 * How one way of paying differs from the others. What it looks like, what it sends and where to is keyed by it too,
 * in the views and in services/registration.ts. Nothing else asks which method it is.
 */
type Method = {
  /** The least, in yen a month (specification §9). */
  minimum: number;
  /** What is said of a smaller amount. */
  minimumMessage: string;
  /** What the hint at a free amount adds where this minimum is not the general one. */
  minimumNote: string;
  /** What is asked for beside the method itself. */
  fields: readonly FieldName[];
  /** A card becomes a token before the confirm screen, and the bank authenticates it once it is registered. */
  needsCard: boolean;
  agreements: readonly Agreement[];
  /** The call that registers it. Where its answer is missing, messages.ts says what that means. */
  registers: Exclude<UnansweredCall, 'verifyCard'>;
  /** When the first debit comes; empty where nothing may be said. */
  firstDebit: string;
  /** Until when to tell us to stop; empty where nothing may be said (decision 21). */
  stopping: string;
};

const minimumBankAmount = 2000;

export const methods: Readonly<Record<PaymentMethod, Method>> = {
  [CARD]: {
    minimum: minimumAmount,
    minimumMessage: fieldMessages.priceOther,
    minimumNote: '',
    fields: ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'],
    needsCard: true,
    agreements: ['understood'],
    registers: 'registerCard',
    firstDebit: '通常、お申し込みの翌月または翌々月です。その後は毎月引き落とします。手数料はかかりません。',
    stopping: '月末までにご連絡いただくと、翌月からのご請求を停止します。',
  },
  [BANK_DEBIT]: {
    minimum: minimumBankAmount,
    minimumMessage: fieldMessages.bankMinimum,
    minimumNote: `（口座引落の場合は${formatYen(minimumBankAmount)}以上）`,
    fields: [],
    needsCard: false,
    agreements: ['understood', 'bankFormUnderstood'],
    registers: 'registerBank',
    firstDebit: organisationWords.bankDebitStart,
    stopping: '',
  },
};

type ByMethod = Pick<SignupForm, 'paymentMethod'>;

/** The record of the chosen payment method. One that is not on offer counts as the first, and the rules refuse it. */
export const methodOf = ({ paymentMethod }: ByMethod): Method =>
  methods[Object.hasOwn(methods, paymentMethod) ? paymentMethod : CARD];

export type Agreements = Readonly<Record<Agreement, boolean>>;
export const nothingAgreed: Agreements = { understood: false, bankFormUnderstood: false };

/** Whether every box is ticked that the chosen payment method has. */
export function hasAgreed({ form, agreements }: { form: ByMethod; agreements: Agreements }): boolean {
  return methodOf(form).agreements.every((name) => agreements[name]);
}
