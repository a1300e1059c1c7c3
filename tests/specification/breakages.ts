/** Statements (several with blanks between), a text of the file that stands there once, and what to put in its place. */
type Line = readonly [statements: string, find: string, replace: string];

/**
 * How the product is broken to see that the proofs notice, by source file. At least one line for every statement
 * that a donor can see or a server can receive; `npm run test:breakages` applies them one by one.
 */
export const breakagesByFile: Readonly<Record<string, readonly Line[]>> = {
  'src/views/Footer.tsx': [['§2.13', 'href={links.memberInformationChange}', 'href={links.memberTerms}']],
};
