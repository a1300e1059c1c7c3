import { organisation } from '#organisation/organisation.ts';
import { formatYen, maximumAmount, minimumAmount, paymentAmount } from './amount/amount.ts';
import {
  BANK_DEBIT,
  CARD,
  type FieldName,
  type PaymentMethod,
  paymentMethods,
  type SignupForm,
} from './form.ts';
import type { PaymentTerms } from './organisation.ts';

/** The checkboxes of the confirm screen (specification §2). */
export type Agreement = 'understood' | 'bankFormUnderstood';

/** A sentence with an emphasised part, or a warning with a link to the organisation's contact page. */
export type Notice = { before: string; after: string } & (
  | { strong: string }
  | { contact: string; english: string }
);

/** How a payment method differs from the others, with every sentence that is true of it alone. */
export type Method = {
  /** The name to use within a sentence. */
  shortName: string;
  /** The organisation's terms; unused if the method is not on offer. */
  terms: PaymentTerms;
  /** The fields that only this method has. */
  fields: readonly FieldName[];
  /** A card becomes a token before the confirm screen, and the bank authenticates it once it is registered. */
  needsCard: boolean;
  /** Its checkboxes on the confirm screen, in their order, each with what the donor agrees to. */
  agreements: readonly ({ name: Agreement } & ByPlace<string>)[];
  /** The heading above the day of the first debit. */
  firstDebitHeading: string;
  /** What happens after sending. */
  afterSending: ByPlace<Notice>;
  /** What is left to do once the donor has signed up. */
  afterSigningUp: ByPlace<Notice | null>;
  /** Why donors overseas should choose another method (decision 20). */
  hintOverseas: { japanese: string; english: string } | null;
  /** The API host's call that registers an application (specification §7). */
  registers: `memberRegister${string}`;
};

/** What is said to donors who live in Japan, and to those who do not. */
type ByPlace<Said> = { home: Said; overseas: Said };
const everywhere = <Said>(said: Said): ByPlace<Said> => ({ home: said, overseas: said });
export const placeOf = (isOverseas: boolean): keyof ByPlace<unknown> => (isOverseas ? 'overseas' : 'home');

const debitedMonthly = {
  name: 'understood' as const,
  ...everywhere('お申し込み内容と、ご寄付が毎月引き落とされることを確認しました'),
};
const formReturnDays = organisation.payment.bank?.formReturnDays;

const returnForm = (when: string): Notice => ({
  before: `${when}口座引落の申込用紙を郵送します。署名・押印のうえ、`,
  strong: `${formReturnDays}日以内`,
  after: 'にご返送ください。',
});

const notOffered: PaymentTerms = { minimum: minimumAmount, firstDebit: null, stopping: '', fee: '' };

export const methods: Readonly<Record<PaymentMethod, Method>> = {
  [CARD]: {
    shortName: 'クレジットカード',
    terms: organisation.payment.card ?? notOffered,
    fields: ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'],
    needsCard: true,
    agreements: [debitedMonthly],
    firstDebitHeading: '最初の引き落とし',
    afterSending: everywhere({
      before: '「送信する」を押すと、',
      strong: 'カード会社の認証画面',
      after: 'に移動します。認証のあとこのサイトに戻り、確認が済むとお申し込みが完了します。',
    }),
    afterSigningUp: everywhere(null),
    hintOverseas: null,
    registers: 'memberRegisterCard',
  },
  [BANK_DEBIT]: {
    shortName: '口座引落',
    terms: organisation.payment.bank ?? notOffered,
    fields: [],
    needsCard: false,
    agreements: [
      debitedMonthly,
      {
        name: 'bankFormUnderstood',
        home: `郵送される申込用紙に署名・押印し、${formReturnDays}日以内に返送することを確認しました`,
        overseas:
          '口座引落の申込用紙は海外へ郵送されないことを確認しました（I understand that the bank debit form is not mailed outside Japan）',
      },
    ],
    firstDebitHeading: '最初の引き落とし',
    afterSending: {
      home: returnForm('お申し込みのあと、'),
      overseas: {
        before:
          '口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません。海外にお住まいの方は、日本国内で発行されたクレジットカードをお選びください。口座引落をご希望の場合は、お申し込みの前に',
        contact: 'お問い合わせ',
        after: 'ください。',
        english:
          'Bank debit needs a paper form, and we do not send mail outside Japan. Please choose a credit card issued in Japan, or contact us before you apply.',
      },
    },
    afterSigningUp: {
      home: returnForm(''),
      overseas: {
        before:
          '口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません。今後のお手続きについては、',
        contact: 'お問い合わせ',
        after: 'ください。',
        english:
          'Bank debit needs a paper form, and we do not send mail outside Japan. Please contact us about what to do next.',
      },
    },
    hintOverseas: {
      japanese: '海外へは口座引落の申込用紙をお送りできません。クレジットカードをお選びください。',
      english: 'We cannot mail the bank debit form abroad. Please choose a credit card.',
    },
    registers: 'memberRegisterBank',
  },
};

type ByMethod = Pick<SignupForm, 'paymentMethod'>;

/** The record of the chosen payment method. For an unknown one, which the rules refuse, it is the first method's. */
export const methodOf = ({ paymentMethod }: ByMethod): Method =>
  methods[Object.hasOwn(methods, paymentMethod) ? paymentMethod : (paymentMethods[0] ?? CARD)];

/** From which amount on the method can be used: `口座引落は、月2,000円から承ります` */
export const beginning = ({ shortName, terms: { minimum } }: Method): string =>
  `${minimum > minimumAmount ? `${shortName}は、` : ''}月${formatYen(minimum)}から承ります`;

/** Why the amount is not possible, in a sentence for the donor; null if it is. */
export function amountProblem(
  form: Pick<SignupForm, 'price' | 'priceOther' | 'paymentMethod'>,
): string | null {
  const method = methodOf(form);
  const amount = paymentAmount(form);
  if (Number.isNaN(amount)) return '金額をご入力ください';
  if (amount < method.terms.minimum) return beginning(method);
  return amount > maximumAmount ? `月${formatYen(maximumAmount)}まで承ります` : null;
}

const higherMinimums = paymentMethods
  .map((name) => methods[name])
  .filter(({ terms }) => terms.minimum > minimumAmount)
  .map(({ shortName, terms }) => `${shortName}の場合は${formatYen(terms.minimum)}以上`)
  .join('、');

/** The hint at the free amount: `1,000円以上（口座引落の場合は2,000円以上）`. */
export const minimums = `${formatYen(minimumAmount)}以上${higherMinimums && `（${higherMinimums}）`}`;

const hints = paymentMethods.flatMap((name) => methods[name].hintOverseas ?? []);

/** The hint at the choice of a method, for donors overseas. Empty if all methods on offer suit them. */
export const hintOverseas =
  hints.map(({ japanese }) => japanese).join('') +
  (hints.length > 0 ? `（${hints.map(({ english }) => english).join(' ')}）` : '');

export type Agreements = Readonly<Record<Agreement, boolean>>;
export const nothingAgreed: Agreements = { understood: false, bankFormUnderstood: false };

/** Whether the donor has ticked every agreement of the chosen payment method. */
export function hasAgreed({ form, agreements }: { form: ByMethod; agreements: Agreements }): boolean {
  return methodOf(form).agreements.every(({ name }) => agreements[name]);
}
