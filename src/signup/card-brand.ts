/** What the first digits of a card number tell. Advice: nothing that specification §5 accepts is refused for it. */
export type CardBrand = {
  /** As a donor calls it. */
  name: string;
  /** Whether specification §1 lists it among the usable cards. */
  isAccepted: boolean;
  /** The first digits that belong to it (ISO/IEC 7812). */
  start: RegExp;
  /** How the number is printed on the card, with a `#` for each of the 16 digits that are taken (specification §5). */
  format: string;
  securityCode: { digits: 3 | 4; side: '裏面' | '表面' };
};

const usual = {
  format: '#### #### #### ####',
  securityCode: { digits: 3, side: '裏面' },
} as const;

const accepted = { ...usual, isAccepted: true };
const other = { ...usual, isAccepted: false };

const brands: readonly CardBrand[] = [
  { ...accepted, name: 'Visa', start: /^4/ },
  { ...accepted, name: 'Mastercard', start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { ...accepted, name: 'JCB', start: /^35(2[89]|[3-8])/ },
  {
    ...accepted,
    name: 'American Express',
    start: /^3[47]/,
    format: '#### ###### ######',
    securityCode: { digits: 4, side: '表面' },
  },
  { ...other, name: 'Diners Club', start: /^3(0[0-5]|095|[689])/ },
  { ...other, name: 'Discover', start: /^6(011|4[4-9]|5)/ },
  { ...other, name: '銀聯', start: /^62/ },
  // Four digits tell for all of the above.
  { ...other, name: 'このカード', start: /^\d{4}/ },
];

export const acceptedBrands = brands.filter(({ isAccepted }) => isAccepted).map(({ name }) => name);

/** @param digits the beginning of a card number @returns null while it may be more than one brand's */
export function cardBrandOf(digits: string): CardBrand | null {
  return brands.find(({ start }) => start.test(digits)) ?? null;
}

/** How the beginning of a card number is shown. */
export const cardFormatOf = (digits: string): string => (cardBrandOf(digits) ?? usual).format;
