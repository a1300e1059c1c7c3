import { maximumAmount } from './amount.ts';
import {
  emptyForm,
  type FieldChange,
  type PaymentMethod,
  paymentMethods,
  paymentMethodsByName,
  prices,
} from './form.ts';
import { methodOf } from './payment-methods.ts';

/**
 * The choices that a link to the form makes for the donor: `?price=5000` (any allowed amount) and `?payment=bank`
 * (docs/operating.md). Values that are not on offer or break a rule are ignored.
 * @param search the query of the page's address
 */
export function chosenByLink(search: string): FieldChange[] {
  const query = new URLSearchParams(search);
  const method = methodNamed(query.get('payment') ?? '');
  return [
    ...(method ? [{ name: 'paymentMethod', value: method } as const] : []),
    ...amountChanges(query.get('price') ?? '', method ?? emptyForm.paymentMethod),
  ];
}

function methodNamed(name: string): PaymentMethod | undefined {
  const found = Object.entries(paymentMethodsByName).find(([known]) => known === name)?.[1];
  return paymentMethods.find((method) => method === found);
}

function amountChanges(typed: string, paymentMethod: PaymentMethod): FieldChange[] {
  const amount = /^[1-9]\d*$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(amount >= methodOf({ paymentMethod }).terms.minimum && amount <= maximumAmount)) return [];
  const price = prices.find((offered) => offered === typed);
  if (price) return [{ name: 'price', value: price }];
  return [
    { name: 'price', value: 'other' },
    { name: 'priceOther', value: typed },
  ];
}
