import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { titleOf } from '../deploy/built-site.ts';
import { compareSite, type RememberedScripts, UnreachableError } from '../deploy/compare-site.ts';
import { type Environment, readEnvironment } from '../deploy/environment.ts';
import { messageOf, readCommandLine } from './options.ts';

const usage = `Compares a live site's headers, pages and scripts with the build (PCI DSS 11.6.1).

npm run -s check:deployed -- https://www.example.org
  --dist FOLDER     the build that should be live; dist without it
  --env FILE        the settings of that build, .env without it; the process's own variables win
  --remember FILE   where the outside scripts' hashes are kept; a script that is new or has changed is a difference
  --accept          keeps the outside scripts' hashes as they are, after somebody has looked at them
  --help            this text

Exit code 0: as built · 1: differences, one on each line · 2: wrong use, settings or no build · 3: no answer`;

const exit = { asBuilt: 0, differences: 1, wrongUse: 2, noAnswer: 3 } as const;

function readRemembered(file: string): RememberedScripts {
  if (!existsSync(file)) return {};
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type Options = { dist: string; remember?: string | undefined; accept?: boolean };

/** Prints how a live site differs from the build in `dist`, which has these settings. Gives the exit code. */
export async function checkDeployed(
  { origin }: URL,
  { dist, remember, accept = false }: Options,
  readSettings: () => Environment,
): Promise<number> {
  try {
    const title = titleOf(dist);
    const remembered = remember === undefined ? undefined : readRemembered(remember);
    const result = await compareSite(origin, dist, readSettings(), remembered);
    if (remember !== undefined && accept)
      writeFileSync(remember, `${JSON.stringify(result.outsideScripts, null, 2)}\n`);
    for (const difference of result.differences) console.log(difference);
    const { pages, files, outsideScripts } = result.looked;
    console.log(
      `${title}\n${origin}: ${result.differences.length === 0 ? 'as built' : `${result.differences.length} differences`} ` +
        `(${pages} pages, ${files} files, ${outsideScripts} outside scripts${remembered ? '' : ', which were not compared: see --remember'}).\n` +
        'Not seen: what other visitors, places and times get, and what a tag manager loads.',
    );
    return result.differences.length === 0 ? exit.asBuilt : exit.differences;
  } catch (error) {
    console.error(messageOf(error));
    return error instanceof UnreachableError ? exit.noAnswer : exit.wrongUse;
  }
}

if (import.meta.main) {
  const { values, positionals } = readCommandLine(usage, {
    dist: { type: 'string', default: 'dist' },
    env: { type: 'string' },
    remember: { type: 'string' },
    accept: { type: 'boolean', default: false },
  });
  const [address = '', ...others] = positionals;
  if (others.length === 0 && URL.canParse(address))
    process.exitCode = await checkDeployed(new URL(address), values, () => readEnvironment(values.env));
  else {
    console.error(usage);
    process.exitCode = exit.wrongUse;
  }
}
