import { type FieldName, fieldNames, fields, formOf, isFormField, type SignupForm } from './form.ts';
import { inOneLine, isBlank, withoutInvisible } from './normalise.ts';
import { methodOf, methods } from './payment-methods.ts';

/** The Japanese name of a field; overseas it carries the English one too. */
export function label(name: FieldName, isOverseas = false): string {
  return fields[name].labels[isOverseas ? 1 : 0];
}

const ofOneMethod = new Set(Object.values(methods).flatMap((method) => method.fields));

type Choices = Pick<SignupForm, 'price' | 'expatriate' | 'paymentMethod'>;

/**
 * The fields that the input screen shows now, in the order of the screen.
 * @param cardOnFile a card token is kept, so no card is asked for (decision 6)
 */
export function inputFields(form: Choices, cardOnFile: boolean): FieldName[] {
  const method = methodOf(form);
  const asked = method.needsCard && cardOnFile ? [] : method.fields;
  const shown = fieldNames.filter((name) => {
    if (ofOneMethod.has(name)) return asked.includes(name);
    const { isAsked = true, isShown } = fields[name];
    return isAsked && (isShown?.(form) ?? true);
  });
  if (!form.expatriate) return shown;
  // An address overseas is written the other way round.
  const [first, end] = [shown.indexOf('zipExpatriate'), shown.indexOf('street') + 1];
  return [...shown.slice(0, first), ...shown.slice(first, end).reverse(), ...shown.slice(end)];
}

/** Whether the specification's §5 lets this field stay empty. Every other field is required wherever it is shown. */
export function isOptional(name: FieldName): boolean {
  return fields[name].isOptional === true;
}

/**
 * Whether everything required is there, without the weight of the schema: decides on reload whether
 * the confirm screen may be shown. Says nothing about whether the values are right.
 * @param hasCard a usable card token is kept
 */
export function isComplete(form: SignupForm, hasCard: boolean): boolean {
  return inputFields(form, hasCard).every(
    // A secret of a card that is asked for is missing.
    (name) => isOptional(name) || (isFormField(name) && !isBlank(String(form[name]))),
  );
}

/**
 * A field's value as it is kept once the donor leaves the field (decision 2): digits half-width, separators
 * and what nobody sees gone. Names and addresses are only brought into one line, since that would change how a name is written.
 * Never call it during a composition. Twice is the same as once.
 */
export function normaliseField(name: FieldName, value: string): string {
  return (fields[name].normalise ?? inOneLine)(withoutInvisible(value));
}

/** {@link normaliseField} on every text of the form; what is hidden is normalised too. */
export function normaliseForm(form: SignupForm): SignupForm {
  return formOf((name) => {
    const value = form[name];
    return typeof value === 'string' ? normaliseField(name, value) : value;
  });
}
