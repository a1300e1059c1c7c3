import { normaliseField } from '../../signup/fields.ts';
import { definitions, fieldNames, type InputChange, isChange } from '../../signup/form.ts';

/**
 * The changes that a donor made in the prerendered form, in the order of the fields: the overseas box comes before the
 * address that it switches. The form keeps its values even after it is removed from the page.
 */
export function typedInto(form: HTMLFormElement): InputChange[] {
  const typed = new FormData(form);
  return fieldNames.flatMap((name) => {
    const { empty = '', isNormalisedOnChange } = definitions[name];
    const text = typed.get(name);
    const isText = typeof text === 'string';
    const value = isText && isNormalisedOnChange ? normaliseField(name, text) : text;
    const change = { name, value: typeof empty === 'boolean' ? isText : value };
    return isChange(change) && change.value !== empty ? [change] : [];
  });
}
