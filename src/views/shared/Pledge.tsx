import { Fragment } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { formatYen, paymentAmount } from '../../signup/amount/amount.ts';
import type { SignupForm } from '../../signup/form.ts';
import { monthsAfter } from '../../signup/japan-date.ts';
import { amountProblem, methodOf } from '../../signup/payment-methods.ts';
import { NewTabLink } from './NewTabLink.tsx';
import './pledge.css';

type PledgeProps = {
  form: Pick<SignupForm, 'price' | 'priceOther' | 'paymentMethod'>;
  /** The day of sending. If given, the months of the first debit are named. */
  now?: Date;
  /** The id of the sentence with the amount. */
  id?: string;
};

/** What the donor promises: amount, payment method, first debit, contact. The same on the input and confirm screens. */
export function Pledge({ form, now, id }: PledgeProps) {
  const { terms, firstDebitHeading } = methodOf(form);
  const { firstDebit, stopping, fee } = terms;
  const amount = paymentAmount(form);
  const problem = amountProblem(form);
  const months = firstDebit && now ? monthsAfter(now, firstDebit.monthsAfter) : [];
  const [promise, rest] =
    problem === null ? [`毎月${formatYen(amount)}`, 'のご寄付を申し込みます'] : ['毎月のご寄付', problem];
  return (
    // The key makes new elements for a new text: page translators replace text nodes, and React could not change them.
    <Fragment key={`${amount} ${form.paymentMethod} ${months}`}>
      {/* Each line is a paragraph: with blocks in a paragraph, Orca's arrows stop there in Chromium. */}
      <div className="pledge-amount" id={id}>
        <p>
          <strong>{promise}</strong>
        </p>
        <p>{rest}</p>
        <p className="pledge-method">お支払い方法：{form.paymentMethod}</p>
      </div>
      {firstDebit && (
        <div className="pledge-term">
          <p>
            <strong>{firstDebitHeading}</strong>
          </p>
          <p>
            {firstDebit.when}
            {months.map((month, index) => (
              <Fragment key={month}>
                {index === 0 ? '（' : 'または'}
                <span className="unbroken">{month}</span>
              </Fragment>
            ))}
            {months.length > 0 && '）'}です。{firstDebit.afterwards}
            {fee}
          </p>
        </div>
      )}
      <div className="pledge-term">
        <p>
          <strong>ご不明な点・ご支援の停止</strong>
        </p>
        <p>
          <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>
          ください。
          {stopping !== '' && <span>{stopping}</span>}
        </p>
      </div>
    </Fragment>
  );
}
