import fc from 'fast-check';

/** Text of any code points, halves of pairs too; fast-check's own takes a second to list them all first. */
export const anyCodePoints: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map((points) => String.fromCodePoint(...points));
