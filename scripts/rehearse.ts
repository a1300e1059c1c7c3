import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { headerSourcesOf, titleOf } from '../deploy/built-site.ts';
import { type Environment, writeSettings } from '../deploy/environment.ts';
import { releases } from '../deploy/releases.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { readSettings } from '../src/settings.ts';
import { paths } from '../src/signup/paths.ts';
import { buildForSandbox } from './build.ts';
import { fail, readCommandLine } from './options.ts';
import { refuseFaultyOrganisation } from './organisation/check.ts';
import { runUntilStopped } from './ports.ts';

const usage = `npm run rehearse -- ORIGIN   tries out a web server at ORIGIN, such as http://localhost:8080 or
https://test.example.org, before there are contracts. Builds the form for it, with the sandbox as API host, card
gateway and captcha; writes to rehearsal/ what Apache, nginx or a static host needs; and runs the sandbox.
PORT=5000 npm run rehearse -- ORIGIN takes 5000 to 5002.`;

type Rehearsal = Sandbox & { distFolder: string; environment: Environment };

/**
 * Builds the form for a site of somebody else's with the sandbox's hosts on the ports after `port`, writes the releases for
 * each kind of web server into `folder`, and starts the sandbox.
 * @throws Error with a sentence if `formOrigin` is no origin where the form can be, or the build fails
 */
export async function startRehearsal(port: number, formOrigin: string, folder: string): Promise<Rehearsal> {
  const settings = sandboxSettings(port, formOrigin);
  readSettings(settings);
  const distFolder = await buildForSandbox(port, formOrigin);
  const environment = { ...process.env, ...settings };
  const sources = headerSourcesOf(distFolder, environment);
  for (const [kind, write] of Object.entries(releases)) write({ distFolder, sources }, join(folder, kind));
  mkdirSync(folder, { recursive: true });
  writeSettings(join(folder, 'settings.env'), settings);
  return { ...(await startSandbox({ port, formOrigin, distFolder })), distFolder, environment };
}

if (import.meta.main) {
  const [origin, ...others] = readCommandLine(usage, {}).positionals;
  if (origin === undefined || others.length > 0) fail(usage);
  await runUntilStopped('npm run rehearse', async (port) => {
    await refuseFaultyOrganisation();
    const { addresses, close, distFolder } = await startRehearsal(port, origin, 'rehearsal');
    console.log(`
  ${titleOf(distFolder)}

  For Apache       rehearsal/apache/form
  For nginx        rehearsal/nginx and ${relative('.', distFolder)}
  For static hosts rehearsal/static
  The form is then ${origin}${paths.input}
  Sandbox console  ${addresses.api}/

  npm run -s check:deployed -- ${origin} --env rehearsal/settings.env --dist ${relative('.', distFolder)}
  Test card 4111 1111 1111 1111, any future expiry and any code; the console lists more.
  Ctrl+C stops the sandbox.
`);
    return close;
  });
}
