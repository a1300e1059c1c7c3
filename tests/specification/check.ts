// The check of `npm test`: every statement has proofs, and every proof has run and passed.
import { problemsOf } from './problems.ts';
import { lastProofs } from './proofs.ts';
import { readStatements } from './statements.ts';

const statements = readStatements();
const proofs = lastProofs();
const problems = problemsOf(statements, proofs);
for (const problem of problems) console.log(problem);
const proven = statements.filter(({ context }) => !context).length;
console.log(
  problems.length === 0
    ? `${proven} statements, ${proofs.length} proofs, all passed. "npm run spec" shows them.`
    : `${problems.length} problems with the proofs of docs/specification.md.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
