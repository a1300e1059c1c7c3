import { organisation } from '#organisation/organisation.ts';

/** A brand, known by a card number's first digits. Used for advice only: it refuses no number (specification §5). */
export type CardBrand = {
  /** The name that donors know. */
  name: string;
  /** Whether the organisation takes it (specification §1). */
  isAccepted: boolean;
  /** Matches its first digits (ISO/IEC 7812). */
  start: RegExp;
  /** The number's grouping on the card, with a `#` for each of the 16 digits that the field takes (specification §5). */
  format: string;
  securityCode: { digits: 3 | 4; side: '裏面' | '表面' };
};

const usual = {
  format: '#### #### #### ####',
  securityCode: { digits: 3, side: '裏面' },
} as const;

const known: readonly Omit<CardBrand, 'isAccepted'>[] = [
  { ...usual, name: 'Visa', start: /^4/ },
  { ...usual, name: 'Mastercard', start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { ...usual, name: 'JCB', start: /^35(2[89]|[3-8])/ },
  {
    ...usual,
    name: 'American Express',
    start: /^3[47]/,
    format: '#### ###### ######',
    securityCode: { digits: 4, side: '表面' },
  },
  { ...usual, name: 'Diners Club', start: /^3(0[0-5]|095|[689])/ },
  { ...usual, name: 'Discover', start: /^6(011|4[4-9]|5)/ },
  { ...usual, name: '銀聯', start: /^62/ },
  // Any other card: four digits are enough to exclude all of the above.
  { ...usual, name: 'このカード', start: /^\d{4}/ },
];

export const acceptedBrands: readonly string[] = organisation.payment.card?.brands ?? [];

const brands: readonly CardBrand[] = known.map((brand) => ({
  ...brand,
  isAccepted: acceptedBrands.includes(brand.name),
}));

/** The brand of a number that begins with `digits`; null while these are too few to tell. */
export function cardBrandOf(digits: string): CardBrand | null {
  return brands.find(({ start }) => start.test(digits)) ?? null;
}

/** The {@link CardBrand.format} of a number that begins with `digits`. */
export const cardFormatOf = (digits: string): string => (cardBrandOf(digits) ?? usual).format;
