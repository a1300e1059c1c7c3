import { normaliseField } from './fields.ts';
import type { FieldChange, FormField, SignupForm } from './form.ts';
import { isPossibleBirthDay } from './profile/birth-date.ts';
import {
  editFurigana,
  type Furigana,
  followName,
  isNameField,
  leaveName,
  type NameEvent,
  type NameField,
  startFurigana,
} from './profile/furigana.ts';

/** The form while the donor fills it in. */
export type FormEntry = {
  form: SignupForm;
  furigana: Furigana;
  /** The birth day was emptied because the chosen month does not have it, and none has been chosen since. */
  isDayEmptied: boolean;
};

/** The state in which the input screen opens with a form. */
export function startEntry(form: SignupForm): FormEntry {
  return { form, furigana: startFurigana(form), isDayEmptied: false };
}

/**
 * Changes one field. The furigana follows the names, and an impossible birth day is emptied (specification §4).
 * @param composed what a Japanese keyboard has done to a name since its last change
 */
export function changeField(
  entry: FormEntry,
  change: FieldChange,
  composed: readonly NameEvent[] = [],
): FormEntry {
  const changed: FormEntry = { ...entry, form: { ...entry.form, [change.name]: change.value } };
  const { name } = change;
  if (isNameField(name))
    return suggestFurigana(changed, name, [...composed, { type: 'input', value: changed.form[name] }]);
  switch (name) {
    case 'furigana':
      return { ...changed, furigana: editFurigana(entry.furigana, changed.form.furigana) };
    case 'birthYear':
    case 'birthMonth':
      if (isPossibleBirthDay(changed.form)) return changed;
      return { ...changed, form: { ...changed.form, birthDay: '' }, isDayEmptied: true };
    case 'birthDay':
      return { ...changed, isDayEmptied: false };
    default:
      return changed;
  }
}

/** Follows the events of a name field, and writes the suggested furigana. */
function suggestFurigana(entry: FormEntry, name: NameField, events: readonly NameEvent[]): FormEntry {
  const furigana = events.reduce((state, event) => followName(state, name, event), entry.furigana);
  const { suggestion } = furigana;
  return {
    ...entry,
    furigana,
    form: suggestion === null ? entry.form : { ...entry.form, furigana: suggestion },
  };
}

/** Normalises the text of a field that the donor leaves (decision 2). */
export function leaveField(entry: FormEntry, { name }: { name: FormField }): FormEntry {
  const value = entry.form[name];
  const form =
    typeof value === 'string' ? { ...entry.form, [name]: normaliseField(name, value) } : entry.form;
  return { ...entry, form, furigana: isNameField(name) ? leaveName(entry.furigana) : entry.furigana };
}
