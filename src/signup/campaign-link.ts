import { maximumAmount } from './amount/amount.ts';
import {
  emptyForm,
  type FieldChange,
  formOf,
  type PaymentMethod,
  paymentMethods,
  paymentMethodsByName,
  prices,
  type SignupForm,
} from './form.ts';
import { methodOf } from './payment-methods.ts';
import type { SavedSession } from './session/saved-session.ts';

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

/** The empty form with what a link chooses. */
export const formByLink = (link: readonly FieldChange[]): SignupForm =>
  formOf((name) => link.find((change) => change.name === name)?.value ?? emptyForm[name]);

/**
 * What the page's link changes in the form once the app has loaded. What the donor has typed or chosen
 * takes precedence: anything on an earlier page of this tab, the same field on this page. Until then, a second link
 * replaces the first.
 * @param link what it chooses
 * @param before the session with which the page opened
 * @param form the form now
 * @param typed the fields in which the donor has typed or chosen something before the app had loaded
 */
export function changesByLink(
  link: readonly FieldChange[],
  before: Pick<SavedSession, 'form' | 'isTouched'>,
  form: SignupForm,
  typed: readonly string[],
): FieldChange[] {
  if (link.length === 0 || before.isTouched) return [];
  const { paymentMethod, price, priceOther } = formByLink(link);
  const changes: FieldChange[] = [
    { name: 'paymentMethod', value: paymentMethod },
    { name: 'price', value: price },
    { name: 'priceOther', value: priceOther },
  ];
  return changes.filter(({ name, value }) => {
    const choice = name === 'priceOther' ? 'price' : name;
    const isChosen = form[choice] !== before.form[choice] || typed.includes(choice);
    return !isChosen && form[name] !== value;
  });
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
