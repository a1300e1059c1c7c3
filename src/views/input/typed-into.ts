import { normaliseField } from '../../signup/fields.ts';
import { definitions, type FieldName, fieldNames, type InputChange, isChange } from '../../signup/form.ts';
import type { InputValues } from '../../signup/schema.ts';

/** The overseas box comes first: it switches the address, and the visible values belong to the new one. */
const inOrder = ['expatriate', ...fieldNames.filter((name) => name !== 'expatriate')] as const;

/**
 * The changes that a donor made in a form without running script: the prerendered one, or one that React has replaced
 * after a fault. Its controls keep their values even after they are removed from the page.
 */
export function typedInto(form: HTMLFormElement, values: InputValues): InputChange[] {
  return inOrder.flatMap((name) => {
    const change = { name, value: controlValue(form.elements.namedItem(name), name) };
    return isChange(change) && change.value !== values[name] ? [change] : [];
  });
}

function controlValue(control: Element | RadioNodeList | null, name: FieldName): string | boolean | null {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  if (control instanceof RadioNodeList) return control.value;
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return null;
  return definitions[name].isNormalisedOnChange ? normaliseField(name, control.value) : control.value;
}
