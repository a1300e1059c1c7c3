/** A card number that no other file contains. Its check digit is right, so the form and the sandbox accept it. */
export const CARD_NUMBER = '4929739182640576';
export const SECURITY_CODE = '7391';

/** A person whose words occur nowhere else. */
export const person = {
  lastName: '金糸雀',
  firstName: '鳴海',
  furigana: 'かなりあなるみ',
  email: 'canary.zq7391@example.jp',
  zip: '150-0001',
  city: '渋谷区神宮前',
  street: '九丁目七三九番地カナリア荘',
  phone: '08073917391',
};

const marks: Record<string, string> = {
  lastName: person.lastName,
  furigana: person.furigana,
  email: person.email,
  zip: '1500001',
  street: person.street,
  phone: person.phone,
};

/** As typed, in an address, in a form's body, in JSON's escapes, and in base64. */
function shapesOf(text: string): string[] {
  const escaped = [...text].map((letter) =>
    letter.charCodeAt(0) > 127 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
  );
  const base64 = Buffer.from(text).toString('base64').replace(/=+$/, '');
  return [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    escaped.join(''),
    base64,
  ];
}

const holds = (haystack: string, text: string) => shapesOf(text).some((shape) => haystack.includes(shape));

/** Without identifiers, which may contain a short code by chance. */
const withoutIdentifiers = (text: string) =>
  text.replace(/[0-9a-z_-]{12,}/gi, (word) => (/^\d+$/.test(word) ? word : ''));

/** Whether a text contains a few digits alone, not as part of an identifier, a time or a longer number. */
const holdsFewDigits = (text: string, digits: string): boolean =>
  new RegExp(`(?<![\\w.])${digits}(?![\\w.])`).test(withoutIdentifiers(text));

/** Which parts of the card a text contains. */
export function findCard(text: string): string[] {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  return [
    ...(holds(digits, CARD_NUMBER) || digits.includes(CARD_NUMBER.slice(0, 12)) ? ['cardNum'] : []),
    ...(holdsFewDigits(text, SECURITY_CODE) ? ['securityCode'] : []),
  ];
}

/** Which words of the person a text contains. */
export function findPerson(text: string): string[] {
  const plain = text.replace(/(?<=\d)-(?=\d)/g, '');
  return Object.keys(marks).filter((name) => holds(plain, marks[name] ?? ''));
}
