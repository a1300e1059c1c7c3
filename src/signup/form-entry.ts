import { fillAddress } from './address/postal-address.ts';
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

/** What a function of this file has changed. */
type EntryChange = Pick<FormEntry, 'form'> & Partial<FormEntry>;

/**
 * Changes one field. The furigana follows the names, the address follows its postal code, and an impossible birth day is
 * emptied (specification §4).
 * @param composed what a Japanese keyboard has done to a name since its last change
 */
export function changeField(
  entry: FormEntry,
  change: FieldChange,
  composed: readonly NameEvent[] = [],
): EntryChange {
  const form: SignupForm = { ...entry.form, [change.name]: change.value };
  switch (change.name) {
    case 'lastName':
    case 'firstName': {
      // `followName` leaves out what is typed during a composition.
      const events: NameEvent[] = [...composed, { type: 'input', value: change.value }];
      const furigana = events.reduce((state, event) => followName(state, change.name, event), entry.furigana);
      return { form: { ...form, furigana: furigana.suggestion ?? form.furigana }, furigana };
    }
    case 'furigana':
      return { form, furigana: editFurigana(entry.furigana, change.value) };
    case 'birthYear':
    case 'birthMonth':
      return isPossibleBirthDay(form) ? { form } : { form: { ...form, birthDay: '' }, isDayEmptied: true };
    case 'birthDay':
      return { form, isDayEmptied: false };
    case 'expatriate':
      return change.value === entry.form.expatriate ? { form } : switchAddress({ ...entry, form });
    case 'zip':
      return fillAddress({ form, lookups: entry.lookups });
    case 'prefecture':
      // It may be the one of the looked-up address, which then fills in the empty city.
      return form.city === '' ? fillAddress({ form, lookups: entry.lookups }) : { form };
    default:
      return { form };
  }
}

/** The home and overseas addresses share three fields. The hidden one's values are kept until it is shown again. */
function switchAddress({ form, hiddenAddress, lookups }: FormEntry): EntryChange {
  const { prefecture, city, street } = form;
  return {
    ...fillAddress({ form: { ...form, ...hiddenAddress }, lookups }),
    hiddenAddress: { prefecture, city, street },
  };
}

/** Normalises the text of a field that the donor leaves (decision 2). */
export function leaveField(entry: FormEntry, { name }: { name: FormField }): EntryChange {
  const value = entry.form[name];
  const form =
    typeof value === 'string' ? { ...entry.form, [name]: normaliseField(name, value) } : entry.form;
  return isNameField(name) ? { form, furigana: leaveName(entry.furigana) } : { form };
}
