import { buildForSandbox } from './build.ts';

const port = Number(process.env.PORT || 4173);

// sandbox/start.ts says what is wrong with a PORT that is no number, or that something else has.
if (Number.isInteger(port)) {
  console.log('Building the form for the sandbox …');
  process.env.SANDBOX_DIST = await buildForSandbox(port);
}
await import('../sandbox/start.ts');
