import { definitions, type FieldName, fieldNames, formOf, isFormField, type SignupForm } from './form.ts';
import { inOneLine, isBlank, withoutInvisible } from './normalise.ts';
import { methodOf, methods } from './payment-methods.ts';

/** A field's name in Japanese; for overseas donors with the English name too. */
export function label(name: FieldName, isOverseas = false): string {
  return definitions[name].labels[isOverseas ? 1 : 0];
}

const ofOneMethod = new Set(Object.values(methods).flatMap((method) => method.fields));

type Choices = Pick<SignupForm, 'price' | 'expatriate' | 'paymentMethod'>;

/**
 * The fields that the input screen shows for this form, in the order of the screen.
 * @param hasKeptCard a card token is kept, so the card fields are hidden (decision 6)
 */
export function inputFields(form: Choices, hasKeptCard: boolean): FieldName[] {
  const method = methodOf(form);
  const asked = method.needsCard && hasKeptCard ? [] : method.fields;
  const shown = fieldNames.filter((name) => {
    if (ofOneMethod.has(name)) return asked.includes(name);
    const { isAsked = true, isShown } = definitions[name];
    return isAsked && (isShown?.(form) ?? true);
  });
  if (!form.expatriate) return shown;
  // An overseas address is written in the reverse order.
  const [first, end] = [shown.indexOf('zipExpatriate'), shown.indexOf('street') + 1];
  return [...shown.slice(0, first), ...shown.slice(first, end).reverse(), ...shown.slice(end)];
}

/** Whether the field may stay empty (specification §5). All others are required while they are shown. */
export function isOptional(name: FieldName): boolean {
  return definitions[name].isOptional === true;
}

/**
 * Whether no required field is empty. Does not check the values.
 * @param hasKeptCard a usable card token is kept
 */
export function isComplete(form: SignupForm, hasKeptCard: boolean): boolean {
  return inputFields(form, hasKeptCard).every(
    // The form never holds a card's secrets, so a card that is asked for counts as missing.
    (name) => isOptional(name) || (isFormField(name) && !isBlank(String(form[name]))),
  );
}

/**
 * Normalises a field's value when the donor leaves the field (decision 2): half-width digits, no separators, no invisible
 * characters. Names and addresses only lose line breaks and invisible characters. Idempotent.
 * Do not call it during a composition.
 */
export function normaliseField(name: FieldName, value: string): string {
  return (definitions[name].normalise ?? inOneLine)(withoutInvisible(value));
}

/** Applies {@link normaliseField} to every text of the form, hidden ones too. */
export function normaliseForm(form: SignupForm): SignupForm {
  return formOf((name) => {
    const value = form[name];
    return typeof value === 'string' ? normaliseField(name, value) : value;
  });
}
