import { Fragment } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { formatYen, maximumAmount, paymentAmount } from '../../signup/amount.ts';
import type { SignupForm } from '../../signup/form.ts';
import { methodOf } from '../../signup/payment-methods.ts';
import { monthsAfter } from './first-debit.ts';
import { NewTabLink } from './NewTabLink.tsx';
import './pledge.css';

type PledgeProps = {
  form: Pick<SignupForm, 'price' | 'priceOther' | 'paymentMethod'>;
  /** Where the day is known that it is sent on: names the months of the first debit. */
  now?: Date;
  /** Of the sentence that says how much. */
  id?: string;
};

/** What a donor promises: how much, how and when, and whom to ask. The same words beside the form and before sending. */
export function Pledge({ form, now, id }: PledgeProps) {
  const { minimum, firstDebit, stopping, fee } = methodOf(form).terms;
  const amount = paymentAmount(form);
  // Of a free amount that is still being typed, or that will be refused, nothing is promised.
  const isPossible = amount >= minimum && amount <= maximumAmount;
  const months = firstDebit && now ? monthsAfter(now, firstDebit.monthsAfter) : [];
  return (
    // Another text is another element: a page translator takes away text nodes that would have to change.
    <Fragment key={`${amount} ${form.paymentMethod}`}>
      <p className="pledge-amount" id={id}>
        {isPossible ? (
          <>
            <strong>毎月{formatYen(amount)}</strong>のご寄付を申し込みます
          </>
        ) : (
          <>
            <strong>毎月のご寄付</strong>金額をご入力ください
          </>
        )}
        <span className="pledge-method">お支払い方法：{form.paymentMethod}</span>
      </p>
      {firstDebit && (
        <p className="pledge-term">
          <strong>最初の引き落とし</strong>
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
      )}
      <p className="pledge-term">
        <strong>ご不明な点・ご支援の停止</strong>
        <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>
        ください。
        {stopping !== '' && <span>{stopping}</span>}
      </p>
    </Fragment>
  );
}
