import type { Address, SignupForm } from './form.ts';
import { postalCodeDigits } from './normalise.ts';

/** What a lookup answered: the address that belongs to a code of seven digits. */
export type PostalAddress = Address & { postalCode: string };

/** What lookups have brought so far, remembered with the draft (decision 16). */
export type PostalLookups = {
  /** The last answer that came for the code in the form. */
  answer: PostalAddress | null;
  /** What was filled in last: another code may replace this, never the donor's own words. */
  filled: PostalAddress | null;
  /** The code whose address the donor did not want. */
  declined: string | null;
  /** The code to which no address could be had. */
  unanswered: string | null;
};

/**
 * What to say beside a code whose address is not the one in the form:
 * - `offered`: this is the code's address, the donor's own words stay until it is accepted
 * - `declined`: the same, and the donor wants to keep their words
 * - `doubtful`: the address was filled in for another code, and for this one there is none
 */
export type PostalMismatch =
  | { kind: 'offered' | 'declined'; address: PostalAddress }
  | { kind: 'doubtful'; filledFor: string };

type AddressForm = Pick<SignupForm, 'expatriate' | 'zip' | 'prefecture' | 'city' | 'street'>;

/** The code to be looked up: a whole one, of an address in Japan, whose answer is not known yet. */
export function codeToLookUp(form: AddressForm, { answer }: PostalLookups): string | null {
  const code = form.expatriate ? null : postalCodeDigits(form.zip);
  return code === answer?.postalCode ? null : code;
}

/**
 * Fills in the code's address where nothing of the donor's own is in the way: where prefecture and city are each
 * empty, a part of the answer, or still what an earlier lookup made them (decision 16). Both or neither, since a
 * city in another prefecture is no address. The same form where nothing may be filled.
 */
export function fillAddress<Form extends AddressForm>(
  form: Form,
  lookups: PostalLookups,
): { form: Form; lookups: PostalLookups } {
  const { filled } = lookups;
  const answer = answerTo(form, lookups);
  // A town that stands in the street already, as autofill puts it there, is not said twice.
  if (answer === null || (form.city !== answer.city && agrees(form, answer))) return { form, lookups };
  const mayReplace = (name: keyof Address) => {
    const value = form[name].trim();
    return value === '' || value === filled?.[name] || isPartOf(answer[name], value);
  };
  return mayReplace('prefecture') && mayReplace('city')
    ? takeAnswer(form, lookups, answer)
    : { form, lookups };
}

/** The donor wants the code's address in place of what stands there. */
export function acceptAddress<Form extends AddressForm>(
  form: Form,
  lookups: PostalLookups,
): { form: Form; lookups: PostalLookups } {
  const answer = answerTo(form, lookups);
  return answer === null ? { form, lookups } : takeAnswer(form, lookups, answer);
}

function takeAnswer<Form extends AddressForm>(form: Form, lookups: PostalLookups, answer: PostalAddress) {
  const { prefecture, city } = answer;
  return { form: { ...form, prefecture, city }, lookups: { ...lookups, filled: answer, declined: null } };
}

/** The beginning of a place's name, as far as a municipality: not what somebody is in the middle of typing. */
const isPartOf = (place: string, beginning: string): boolean =>
  place === beginning || (place.startsWith(beginning) && /[都道府県市区町村郡]$/.test(beginning));

/** Whether and how the code and the address in the form disagree; null while they agree, or nothing is known. */
export function postalMismatch(form: AddressForm, lookups: PostalLookups): PostalMismatch | null {
  const code = form.expatriate ? null : postalCodeDigits(form.zip);
  if (code === null) return null;
  const answer = answerTo(form, lookups);
  if (answer !== null) {
    if (agrees(form, answer)) return null;
    return { kind: lookups.declined === code ? 'declined' : 'offered', address: answer };
  }
  const { filled } = lookups;
  const isOfAnotherCode = filled !== null && filled.postalCode !== code && agrees(form, filled);
  return isOfAnotherCode ? { kind: 'doubtful', filledFor: filled.postalCode } : null;
}

/** Whether the address is what a lookup for this very code has filled in. */
export function isFilled(form: AddressForm, { filled }: PostalLookups): boolean {
  return (
    filled !== null &&
    !form.expatriate &&
    postalCodeDigits(form.zip) === filled.postalCode &&
    form.prefecture === filled.prefecture &&
    form.city === filled.city
  );
}

function answerTo(form: AddressForm, { answer }: PostalLookups): PostalAddress | null {
  const isCurrent = answer !== null && !form.expatriate && postalCodeDigits(form.zip) === answer.postalCode;
  return isCurrent ? answer : null;
}

/**
 * A donor may say more than the lookup, such as the block, and begin the street with the town; letters of another
 * width are the same letters.
 */
function agrees(form: AddressForm, { prefecture, city }: Address): boolean {
  const isSamePlace = form.prefecture === prefecture && form.city !== '';
  return isSamePlace && plain(form.city + form.street).startsWith(plain(city));
}

/**
 * What is left of the street without the city, and the prefecture before it, that it says again as autofill does; null
 * where it does not, or says nothing else.
 */
export function streetWithoutCity({ expatriate, prefecture, city, street }: AddressForm): string | null {
  if (expatriate || city === '') return null;
  const repeated = [prefecture + city, city].map(plain);
  const ends = Array.from({ length: street.length }, (_, index) => index + 1);
  const end = ends.find((length) => repeated.includes(plain(street.slice(0, length))));
  return (end !== undefined && street.slice(end).trim()) || null;
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');
