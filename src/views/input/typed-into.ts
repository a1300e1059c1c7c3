import { normaliseField } from '../../signup/fields.ts';
import { type FieldName, fieldNames, fields, type InputChange, isChange } from '../../signup/form.ts';
import type { InputValues } from '../../signup/schema.ts';

/** The box that changes what the other fields mean comes first: what stands in sight stays there. */
const inOrder = ['expatriate', ...fieldNames.filter((name) => name !== 'expatriate')] as const;

/**
 * What a donor did to a form of which nobody heard: to the prerendered one before its script ran, or to one that
 * broke. The controls keep it, on the page or off it.
 */
export function typedInto(form: HTMLFormElement, values: InputValues): InputChange[] {
  return inOrder.flatMap((name) => {
    const change = { name, value: held(form.elements.namedItem(name), name) };
    return isChange(change) && change.value !== values[name] ? [change] : [];
  });
}

function held(control: Element | RadioNodeList | null, name: FieldName): string | boolean | null {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  if (control instanceof RadioNodeList) return control.value;
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return null;
  return fields[name].isNormalisedOnChange ? normaliseField(name, control.value) : control.value;
}
