import { fillAddress } from './address/postal-address.ts';
import { normaliseField } from './fields.ts';
import type { FieldChange, FormField } from './form.ts';
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
import type { SavedSession } from './session/saved-session.ts';

type SavedEntry = Pick<SavedSession, 'form' | 'hiddenAddress' | 'lookups'>;

/** The form while the donor fills it in. */
export type FormEntry = SavedEntry & {
  furigana: Furigana;
  /** The birth day was emptied because the chosen month does not have it, and none has been chosen since. */
  isDayEmptied: boolean;
};

/** The state in which the input screen opens with a form. */
export function startEntry({ form, hiddenAddress, lookups }: SavedEntry): FormEntry {
  return { form, hiddenAddress, lookups, furigana: startFurigana(form), isDayEmptied: false };
}

/**
 * Changes one field. The furigana follows the names, the address follows its postal code, and an impossible birth day is
 * emptied (specification §4).
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
    case 'expatriate':
      return changed.form.expatriate === entry.form.expatriate ? changed : switchAddress(changed);
    case 'zip':
      return { ...changed, ...fillAddress(changed) };
    case 'prefecture':
      // It may be the one of the looked-up address, which then fills in the empty city.
      return changed.form.city === '' ? { ...changed, ...fillAddress(changed) } : changed;
    default:
      return changed;
  }
}

/** The home and overseas addresses share three fields. The hidden one's values are kept until it is shown again. */
function switchAddress(entry: FormEntry): FormEntry {
  const { prefecture, city, street } = entry.form;
  const form = { ...entry.form, ...entry.hiddenAddress };
  return { ...entry, ...fillAddress({ ...entry, form }), hiddenAddress: { prefecture, city, street } };
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
