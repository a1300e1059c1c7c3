import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/settings.ts';
import { headersOfBuild } from './built-site.ts';
import type { Environment } from './environment.ts';
import type { Headers as ExpectedHeaders } from './headers.ts';
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

const pages = {
  '/form/member': 'member/index.html',
  '/form/member/confirm': 'index.html',
  '/form/member/callback': 'index.html',
} as const;

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
 * Compares a live site with a build: headers, pages, files, and the scripts of others (PCI DSS 11.6.1).
 * @param origin where the form is live
 * @param environment the settings of the build
 * @param remembered the outside scripts that somebody has accepted; others are not compared
 * @throws UnreachableError where the site gives no answer
 */
export async function compareSite(
  origin: string,
  distFolder: string,
  environment: Environment,
  remembered: RememberedScripts,
): Promise<Comparison> {
  const headersOf = headersOfBuild(distFolder, environment);
  const differences: string[] = [];

  const scripts = globSync('**/*.js', { cwd: distFolder }).map((file) => file.replaceAll('\\', '/'));
  const files = { ...pages, ...Object.fromEntries(scripts.map((file) => [`/form/${file}`, file])) };
  for (const [path, file] of Object.entries(files)) {
    const { response, content } = await get(origin + path);
    differences.push(...differencesInAnswer(path, response, headersOf(path)));
    const built = readFileSync(join(distFolder, file));
    if (!content.equals(built)) differences.push(`${path}: not what was built.`);
  }

  const outsideScripts: RememberedScripts = {};
  for (const { name, url } of scriptInventory(readSettings(environment))) {
    if (typeof url !== 'string') continue;
    const { response, content } = await get(url);
    if (response.status !== 200) differences.push(`${url} (${name}): status ${response.status}.`);
    outsideScripts[url] = integrityOf(content);
    const before = remembered[url];
    if (before !== undefined && before !== outsideScripts[url]) {
      differences.push(`${url} (${name}): changed, was ${before}, is ${outsideScripts[url]}.`);
    }
  }

  const looked = {
    pages: Object.keys(pages).length,
    files: scripts.length,
    outsideScripts: Object.keys(outsideScripts).length,
  };
  return { differences, looked, outsideScripts };
}

async function get(url: string): Promise<{ response: Response; content: Buffer }> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
    return { response, content: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new UnreachableError(`${url} gives no answer (${error instanceof Error ? error.message : error}).`);
  }
}

function differencesInAnswer(
  path: string,
  { status, headers }: Response,
  expected: ExpectedHeaders,
): string[] {
  const found: string[] = status === 200 ? [] : [`${path}: status ${status}, not 200.`];
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

/** nginx leaves two blanks where a list of hashes is empty. */
const tidy = (value: string) => value.replace(/ +(?=[; ])/g, '');
