import type { SignupForm } from '../../signup/form.ts';
import { methodOf } from '../../signup/payment-methods.ts';
import { BankFormOverseas } from './BankFormOverseas.tsx';

/** What happens after sending, by payment method. */
export function AfterSending({ form }: { form: Pick<SignupForm, 'paymentMethod' | 'expatriate'> }) {
  const sentence = methodOf(form).afterSending(form);
  if (sentence === null) return <BankFormOverseas />;
  const [before, emphasised, after] = sentence;
  return (
    <p className="notice">
      {before}
      <strong>{emphasised}</strong>
      {after}
    </p>
  );
}
