import type { CallName } from '../../sandbox/scenarios.ts';
import type { PaymentMethod, SignupForm } from '../../src/signup/form.ts';
import type { UnansweredCall } from '../../src/signup/messages.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';

/** How a payment method differs, by the specification. */
type Payment = {
  /** A card becomes a token before the confirm screen, and the bank authenticates it (specification §4). */
  needsCard: boolean;
  /** The checkboxes to tick before sending (§2). */
  boxes: readonly Agreement[];
  call: CallName;
  /** The call whose outcome is unknown if it is not answered. */
  registers: UnansweredCall;
  /** The texts for its donors only, on the confirm screen, and on input and confirm. */
  termsOnConfirm: readonly string[];
  terms: readonly string[];
};

export const payments: Readonly<Record<PaymentMethod, Payment>> = {
  クレジットカード: {
    needsCard: true,
    boxes: ['understood'],
    call: 'memberRegisterCard',
    registers: 'registerCard',
    termsOnConfirm: ['「送信する」を押すと、カード会社の認証画面に移動します。', '最初の引き落とし'],
    terms: [],
  },
  '引落（銀行・郵便）': {
    needsCard: false,
    boxes: ['understood', 'bankFormUnderstood'],
    call: 'memberRegisterBank',
    registers: 'registerBank',
    termsOnConfirm: [],
    terms: ['お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。'],
  },
};

export const paymentOf = ({ paymentMethod }: Pick<SignupForm, 'paymentMethod'>): Payment =>
  payments[paymentMethod];
