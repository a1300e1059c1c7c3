import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseOf, titleOf } from '../deploy/built-site.ts';
import { compareSite, type RememberedScripts, UnreachableError } from '../deploy/compare-site.ts';
import { readEnvironment } from '../deploy/environment.ts';
import { paths } from '../src/signup/paths.ts';
import { fail, messageOf, readCommandLine } from './options.ts';

const usage = `Compares a live site's headers, pages and scripts with the build (PCI DSS 11.6.1).

npm run -s check:deployed -- https://www.example.org
  --dist FOLDER     the build that should be live; without it the kept release that is live, or else dist
  --env FILE        the settings of that build, the kept ones or .env without it; the process's own variables win
  --remember FILE   where the outside scripts' hashes are kept; a script that is new or has changed is a difference
  --accept          keeps the outside scripts' hashes as they are, after somebody has looked at them
  --help            this text

Exit code 0: as built · 1: differences, one on each line · 2: wrong use, settings or no build · 3: no answer`;

const exit = { asBuilt: 0, differences: 1, wrongUse: 2, noAnswer: 3 } as const;

const readRemembered = (file: string): RememberedScripts =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

type Options = { dist?: string; env?: string; remember?: string; accept?: boolean };

/** The folder that `npm run deploy` has kept for the release that is live, if it is on this machine. */
async function keptRelease(origin: string, folder: string): Promise<string | undefined> {
  const page = await fetch(origin + paths.input, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
  const kept = page && join(folder, releaseOf(await page.bytes()));
  return kept && existsSync(join(kept, 'dist')) ? kept : undefined;
}

/** Prints how a live site differs from what was built. Gives the exit code. */
export async function checkDeployed(
  { origin }: URL,
  { dist: chosen, env, remember, accept = false }: Options,
  keptReleases = 'release/kept',
): Promise<number> {
  try {
    const kept = chosen === undefined ? await keptRelease(origin, keptReleases) : undefined;
    const dist = kept ? join(kept, 'dist') : (chosen ?? 'dist');
    const environment = readEnvironment(env ?? (kept && join(kept, 'settings.env')));
    const title = titleOf(dist);
    const remembered = remember === undefined ? undefined : readRemembered(remember);
    const { differences, looked, outsideScripts } = await compareSite(origin, dist, environment, remembered);
    if (remember !== undefined && accept)
      writeFileSync(remember, `${JSON.stringify(outsideScripts, null, 2)}\n`);
    for (const difference of differences) console.log(difference);
    console.log(
      `${title}\n${origin}, compared with ${dist}: ${differences.length === 0 ? 'as built' : `${differences.length} differences`} ` +
        `(${looked}${remembered ? '' : ', which were not compared: see --remember'}).\n` +
        'Not seen: what other visitors, places and times get, and what a tag manager loads.',
    );
    return differences.length === 0 ? exit.asBuilt : exit.differences;
  } catch (error) {
    console.error(messageOf(error));
    return error instanceof UnreachableError ? exit.noAnswer : exit.wrongUse;
  }
}

if (import.meta.main) {
  const { values, positionals } = readCommandLine(usage, {
    dist: { type: 'string' },
    env: { type: 'string' },
    remember: { type: 'string' },
    accept: { type: 'boolean' },
  });
  const [address = '', ...others] = positionals;
  if (others.length > 0 || !URL.canParse(address)) fail(usage, exit.wrongUse);
  process.exitCode = await checkDeployed(new URL(address), values);
}
