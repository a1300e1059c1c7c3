import { cardFormatOf } from '../card/card-brand.ts';
import { cardDigitsIn, MAX_CARD_DIGITS } from '../card/card-number.ts';
import { digitsIn, normaliseZip } from '../normalise.ts';
import type { DigitsFormat } from './digits-entry.ts';

const zipDigits = 7;

/** The home `zip`. A text without digits stays, and its rule refuses it. */
export const zipFormat: DigitsFormat = {
  maxDigits: zipDigits,
  read: (text) => digitsIn(text.normalize('NFKC')) || normaliseZip(text).slice(0, zipDigits),
  patternOf: (digits) => (/\d/.test(digits) ? '### - ####' : '#######'),
};

/** The two secrets of a card (specification §5). */
export const cardFormats = {
  cardNum: { maxDigits: MAX_CARD_DIGITS, read: cardDigitsIn, patternOf: cardFormatOf },
  securityCode: { maxDigits: 4, read: digitsIn, patternOf: () => '####' },
} satisfies Record<string, DigitsFormat>;
