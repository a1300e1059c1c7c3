import fc from 'fast-check';

/** Text of any code points, also halves of pairs. fast-check's own arbitrary first takes a second to list them all. */
export const anyCodePoints: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map((points) => String.fromCodePoint(...points));
