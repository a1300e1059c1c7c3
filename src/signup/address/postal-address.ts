import type { SignupForm } from '../form.ts';
import { postalCodeDigits } from '../normalise.ts';

/** The address of a postal code. `city` is the municipality and the town together (specification §4). */
export type Address = { prefecture: string; city: string };

/** A lookup's answer: the address of a code of seven digits. */
export type PostalAddress = Address & { postalCode: string };

/** The results of lookups, saved with the draft (decision 16). */
export type PostalLookups = {
  /** The last answer that came for a code in the form. */
  answer: PostalAddress | null;
  /** The address that was filled in last. Another code's address may replace it, but not what the donor typed. */
  filled: PostalAddress | null;
  /** The code whose address the donor declined. */
  declined: string | null;
  /** The code for which the lookup gave no address. */
  missing: string | null;
};

/**
 * How the address in the form differs from the postal code's:
 * - `offered`: the code has another address, which the donor can accept
 * - `declined`: the same, but the donor has declined it
 * - `doubtful`: the form's address was filled in for another code, and this code has none
 */
export type PostalMismatch = { kind: 'offered' | 'declined'; address: PostalAddress } | { kind: 'doubtful' };

/** A town without the notes that Japan Post's list writes into its place. Empty if that names no town. */
export function townOf(listed: string): string {
  // Of a list or a range of towns, only the common beginning stays.
  const town = listed
    .slice(0, longestText)
    .replace(/[（(、〜～].*|第?[0-9０-９]+地割.*/su, '')
    .trim();
  // 一円 alone is a real town in Shiga; after a name it means "all of it".
  return /^その他$|場合$|.一円$/u.test(town) ? '' : town;
}

type AddressForm = Pick<SignupForm, 'expatriate' | 'zip' | 'prefecture' | 'city' | 'street'>;

/** A form with an address, and what is known of its postal code. */
type Addressed<Form extends AddressForm> = { form: Form; lookups: PostalLookups };

const codeOf = ({ expatriate, zip }: AddressForm) => (expatriate ? null : postalCodeDigits(zip));

/** The seven digits to look up, or null: for an overseas address, an incomplete code, or one that was answered last. */
export function codeToLookUp(form: AddressForm, { answer }: PostalLookups): string | null {
  const code = codeOf(form);
  return code === answer?.postalCode ? null : code;
}

/**
 * Fills in the postal code's prefecture and city (decision 16), if each of the two is empty, a part of the answer, or
 * filled in by an earlier lookup. Otherwise fills in neither and returns the same form: a mixed address would be wrong.
 */
export function fillAddress<Form extends AddressForm>({ form, lookups }: Addressed<Form>): Addressed<Form> {
  const { filled } = lookups;
  const answer = answerTo(form, lookups);
  // Autofill may have put the town into the street: do not add it to the city as well.
  if (answer === null || (form.city !== answer.city && agrees(form, answer))) return { form, lookups };
  const mayReplace = (name: keyof Address) => {
    const value = form[name].trim();
    return value === '' || value === filled?.[name] || isPartOf(answer[name], value);
  };
  return mayReplace('prefecture') && mayReplace('city')
    ? takeAnswer(form, lookups, answer)
    : { form, lookups };
}

/** Replaces the form's address by the postal code's. The same form if there is none. */
export function acceptAddress<Form extends AddressForm>({ form, lookups }: Addressed<Form>): Addressed<Form> {
  const answer = answerTo(form, lookups);
  return answer === null ? { form, lookups } : takeAnswer(form, lookups, answer);
}

function takeAnswer<Form extends AddressForm>(form: Form, lookups: PostalLookups, answer: PostalAddress) {
  const { prefecture, city } = answer;
  return { form: { ...form, prefecture, city }, lookups: { ...lookups, filled: answer, declined: null } };
}

/** Whether a place's name begins with `beginning`, which must be a whole prefecture or municipality, not half-typed. */
const isPartOf = (place: string, beginning: string): boolean =>
  place === beginning || (place.startsWith(beginning) && /[都道府県市区町村郡]$/.test(beginning));

/** How the form's address differs from the postal code's; null if they agree or the code's address is unknown. */
export function postalMismatch(form: AddressForm, lookups: PostalLookups): PostalMismatch | null {
  const code = codeOf(form);
  if (code === null) return null;
  const answer = answerTo(form, lookups);
  if (answer !== null) {
    if (agrees(form, answer)) return null;
    return { kind: lookups.declined === code ? 'declined' : 'offered', address: answer };
  }
  const { filled } = lookups;
  const isOfAnotherCode = filled !== null && filled.postalCode !== code && agrees(form, filled);
  return isOfAnotherCode ? { kind: 'doubtful' } : null;
}

/** Whether a lookup for this code filled in the address, unchanged since. */
export function isFilled(form: AddressForm, { filled }: PostalLookups): boolean {
  return (
    filled !== null &&
    codeOf(form) === filled.postalCode &&
    form.prefecture === filled.prefecture &&
    form.city === filled.city
  );
}

function answerTo(form: AddressForm, { answer }: PostalLookups): PostalAddress | null {
  return answer !== null && codeOf(form) === answer.postalCode ? answer : null;
}

/** Whether the form's address is at the place. It may say more, begin the street with the town, or differ in width. */
function agrees(form: AddressForm, { prefecture, city }: Address): boolean {
  const isSamePlace = form.prefecture === prefecture && form.city !== '';
  return isSamePlace && plain(form.city + form.street).startsWith(plain(city));
}

/**
 * The street without the city (and prefecture) with which autofill begins it. Null if it does not begin so, or if
 * nothing is left.
 */
export function streetWithoutCity({ expatriate, prefecture, city, street }: AddressForm): string | null {
  if (expatriate || city === '') return null;
  const repeated = [prefecture + city, city].map(plain);
  const ends = Array.from({ length: Math.min(street.length, longestText) }, (_, index) => index + 1);
  const end = ends.find((length) => repeated.includes(plain(street.slice(0, length))));
  return (end !== undefined && street.slice(end).trim()) || null;
}

/** In characters. Longer texts are refused (decision 18), and the comparison is quadratic. */
const longestText = 200;

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');
