import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/settings.ts';
import { ASSETS, START, START_PATHS, screens } from './addresses.ts';
import { headersOfBuild } from './built-site.ts';
import type { Environment } from './environment.ts';
import type { HeaderValues } from './headers.ts';
import { integrityOf } from './integrity.ts';
import { scriptInventory } from './script-inventory.ts';

/** Address of each outside script and the integrity that it had. */
export type RememberedScripts = Record<string, string>;

export type Comparison = {
  /** One sentence for each difference; empty when the site is as built. */
  differences: string[];
  /** How many pages, files and outside scripts were looked at. */
  looked: { pages: number; files: number; outsideScripts: number };
  /** The outside scripts as they are now. */
  outsideScripts: RememberedScripts;
};

/** Headers that we never send and that change what a browser does with a page. */
const unwanted = [
  'Access-Control-Allow-Origin',
  'Content-Security-Policy-Report-Only',
  'Link',
  'Refresh',
  'Reporting-Endpoints',
  'Report-To',
  'Set-Cookie',
  'SourceMap',
];

/** The site does not answer. */
export class UnreachableError extends Error {}

/**
 * Compares a live site with a build: headers, pages, files, redirects and errors, and the scripts of others (PCI DSS
 * 11.6.1).
 * @param origin where the form is live
 * @param environment the settings of the build
 * @param remembered the outside scripts that somebody has accepted; without it they are not compared
 * @throws UnreachableError where the site gives no answer
 */
export async function compareSite(
  origin: string,
  distFolder: string,
  environment: Environment,
  remembered?: RememberedScripts,
): Promise<Comparison> {
  const headersOf = headersOfBuild(distFolder, environment);
  const differences: string[] = [];
  /** Gets a path, and notes what differs from an answer with one of these statuses. */
  const look = async (path: string, expected: number | readonly number[], request: RequestInit = {}) => {
    const answer = await get(origin + path, request);
    const { status, headers } = answer.response;
    const statuses = [expected].flat();
    if (!statuses.includes(status))
      differences.push(`${path}: status ${status}, not ${statuses.join(' or ')}.`);
    const where = status === 304 ? `${path}, not modified` : path;
    differences.push(...differencesInHeaders(where, headers, headersOf(path, status)));
    return answer;
  };

  const scripts = globSync('**/*.js', { cwd: distFolder }).map((file) => file.replaceAll('\\', '/'));
  const pages = screens.map(({ path, page }) => [path, page] as const);
  for (const [path, file] of [...pages, ...scripts.map((file) => [`/form/${file}`, file] as const)]) {
    const { response, content } = await look(path, 200);
    const [tag, date] = ['ETag', 'Last-Modified'].map((name) => response.headers.get(name));
    await look(path, [200, 304], {
      headers: { ...(tag && { 'If-None-Match': tag }), ...(date && { 'If-Modified-Since': date }) },
    });
    const built = join(distFolder, file);
    if (!content.equals(readFileSync(built))) differences.push(`${path}: not what was built.`);
    if (existsSync(`${built}.gz`)) differences.push(...differencesInCompression(path, response));
  }

  for (const path of START_PATHS) {
    const { headers } = (await look(path, 302)).response;
    const to = new URL(headers.get('Location') ?? '', origin + path).href;
    if (to !== origin + START) differences.push(`${path}: leads to ${to}.`);
  }
  for (const path of [`${ASSETS}none.js`, '/form/none.html']) await look(path, 404);
  const outsideScripts: RememberedScripts = {};
  for (const { name, url } of scriptInventory(readSettings(environment))) {
    if (typeof url !== 'string') continue;
    const { response, content } = await get(url);
    if (response.status !== 200) differences.push(`${url} (${name}): status ${response.status}.`);
    const now = integrityOf(content);
    outsideScripts[url] = now;
    const before = remembered?.[url];
    if (!remembered || before === now) continue;
    differences.push(
      `${url} (${name}): ${before === undefined ? `seen for the first time, is ${now}` : `changed, was ${before}, is ${now}`}.`,
    );
  }

  const looked = {
    pages: screens.length,
    files: scripts.length,
    outsideScripts: Object.keys(outsideScripts).length,
  };
  return { differences, looked, outsideScripts };
}

async function get(url: string, request: RequestInit = {}): Promise<{ response: Response; content: Buffer }> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...request,
    });
    return { response, content: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new UnreachableError(`${url} gives no answer (${error instanceof Error ? error.message : error}).`);
  }
}

function differencesInHeaders(path: string, headers: Headers, expected: HeaderValues): string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(expected)) {
    const actual = headers.get(name);
    if (actual === null) found.push(`${path}: no ${name}.`);
    else if (tidy(actual) !== tidy(value)) found.push(`${path}: ${name} is “${actual}”, not “${value}”.`);
  }
  for (const name of unwanted) {
    if (headers.has(name) && !(name in expected)) {
      found.push(`${path}: ${name} is “${headers.get(name)}”, and the build sends none.`);
    }
  }
  return found;
}

/** `fetch` asks for compressed answers. Without `Vary`, a cache would give them to browsers that cannot read them. */
function differencesInCompression(path: string, { headers }: Response): string[] {
  if (headers.get('Content-Encoding') === null) return [`${path}: not compressed.`];
  return /accept-encoding/i.test(headers.get('Vary') ?? '')
    ? []
    : [`${path}: compressed, without Vary: Accept-Encoding.`];
}

/** nginx leaves two blanks where a list of hashes is empty. */
const tidy = (value: string) => value.replace(/ +(?=[; ])/g, '');
