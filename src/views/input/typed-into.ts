import { genders, paymentMethods, prices } from '../../signup/form.ts';
import { normaliseField } from '../../signup/normalise.ts';
import type { InputValues } from '../../signup/schema.ts';
import type { CheckName, InputChange, TextName } from './field-actions.ts';

const textNames = [
  'priceOther',
  'lastName',
  'firstName',
  'furigana',
  'email',
  'zip',
  'prefecture',
  'city',
  'street',
  'country',
  'zipExpatriate',
  'phone',
  'birthYear',
  'birthMonth',
  'birthDay',
  'cardNum',
  'expirationMonth',
  'expirationYear',
  'securityCode',
] as const satisfies readonly TextName[];

/** The others keep what was typed until they are left. */
const foldedAtOnce: ReadonlySet<TextName> = new Set<TextName>(['zip', 'cardNum', 'securityCode']);

const checkNames = [
  'mailMagazine',
  'receipt',
  'annualReport',
  'expatriate',
] as const satisfies readonly CheckName[];

/**
 * What a donor did to a form of which nobody heard: to the prerendered one before its script ran, or to one that
 * broke. The controls keep it, on the page or off it.
 */
export function typedInto(form: HTMLFormElement, values: InputValues): InputChange[] {
  const changes: InputChange[] = [];
  for (const name of textNames) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const value = foldedAtOnce.has(name) ? normaliseField(name, control.value) : control.value;
    if (value !== values[name]) changes.push({ name, value });
  }
  for (const name of checkNames) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement) || control.checked === values[name]) continue;
    changes.push({ name, value: control.checked });
  }
  const price = chosen(form, 'price', prices);
  if (price !== undefined && price !== values.price) changes.push({ name: 'price', value: price });
  const gender = chosen(form, 'gender', ['', ...genders]);
  if (gender !== undefined && gender !== values.gender) changes.push({ name: 'gender', value: gender });
  const paymentMethod = chosen(form, 'paymentMethod', paymentMethods);
  if (paymentMethod !== undefined && paymentMethod !== values.paymentMethod) {
    changes.push({ name: 'paymentMethod', value: paymentMethod });
  }
  return changes;
}

function chosen<Value extends string>(
  form: HTMLFormElement,
  name: string,
  choices: readonly Value[],
): Value | undefined {
  const group = form.elements.namedItem(name);
  return group instanceof RadioNodeList ? choices.find((choice) => choice === group.value) : undefined;
}
