import { isPossibleBirthDay } from './birth-date.ts';
import { normaliseField } from './fields.ts';
import type { FieldChange, FormField, SignupForm } from './form.ts';
import {
  editFurigana,
  type Furigana,
  followName,
  leaveName,
  type NameEvent,
  type NameField,
  startFurigana,
} from './furigana.ts';

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

/** Changes one field. The furigana follows the names, and an impossible birth day is emptied (specification §4). */
export function changeField(entry: FormEntry, change: FieldChange): FormEntry {
  const changed = { ...entry, form: { ...entry.form, [change.name]: change.value } };
  switch (change.name) {
    case 'lastName':
    case 'firstName':
      return composeName(changed, { name: change.name, event: { type: 'input', value: change.value } });
    case 'furigana':
      return { ...changed, furigana: editFurigana(entry.furigana, change.value) };
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

/** Handles an event of a name field, and writes the suggested furigana. */
export function composeName(
  entry: FormEntry,
  { name, event }: { name: NameField; event: NameEvent },
): FormEntry {
  const furigana = followName(entry.furigana, name, event);
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
  const isName = name === 'lastName' || name === 'firstName';
  return { ...entry, form, furigana: isName ? leaveName(entry.furigana) : entry.furigana };
}
