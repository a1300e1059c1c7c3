import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { readSettings } from '../src/settings.ts';
import { paths } from '../src/signup/paths.ts';
import { ASSETS, START_PATHS, screens } from './addresses.ts';
import { hashOf, headersOfBuild } from './built-site.ts';
import type { Environment } from './environment.ts';
import type { HeaderValues } from './headers.ts';
import { scriptInventory } from './script-inventory.ts';

/** Address of each outside script and the integrity that it had. */
export type RememberedScripts = Record<string, string>;

/** Headers that a server, proxy or cache may add: with them, browsers do nothing more than without. */
const harmless =
  /^(accept-ranges|age|alt-svc|cache-status|cf-(cache-status|ray)|connection|content-(encoding|length|security-policy|type)|cross-origin-opener-policy|date|etag|keep-alive|last-modified|permissions-policy|referrer-policy|server(-timing)?|transfer-encoding|vary|via|x-(cache(-hits)?|frame-options|served-by|timer))$/;

/** The site does not answer. */
export class UnreachableError extends Error {}

/**
 * Compares a live site with a build: headers, pages, files, redirects and errors, and the scripts of others (PCI DSS
 * 11.6.1).
 * @param origin where the form is live
 * @param environment the settings of the build
 * @param remembered the outside scripts that somebody has accepted; without it they are not compared
 * @returns a sentence for each difference, what was looked at, and the outside scripts as they are now
 * @throws UnreachableError where the site gives no answer
 */
export async function compareSite(
  origin: string,
  distFolder: string,
  environment: Environment,
  remembered?: RememberedScripts,
) {
  const headersOf = headersOfBuild(distFolder, environment);
  /** Who has asked at each address, and for whom each difference was found. */
  const askers = new Map<string, Set<string>>();
  const note = (where: string, who: string, what: readonly string[]) => {
    for (const key of [where, ...what.map((each) => `${where}: ${each}`)])
      askers.set(key, (askers.get(key) ?? new Set()).add(who));
  };
  /** Asks as a browser does, and notes what differs from an answer with one of these statuses. */
  const look = async (
    path: string,
    statuses: readonly number[],
    request: RequestHeaders,
    { query = '', who = '' } = {},
  ) => {
    const answer = await get(origin + path + query, request);
    const { status, headers } = answer;
    const where = status === 304 ? `${path}, not modified` : path;
    note(where, who, [
      ...unless(statuses.includes(status), `status ${status}, not ${statuses.join(' or ')}.`),
      ...differencesInHeaders(headers, headersOf(path, status)),
    ]);
    return answer;
  };

  const scripts = globSync('**/*.js', { cwd: distFolder }).map((file) => file.replaceAll('\\', '/'));
  const addresses = [
    ...screens.map(({ path, page }) => ({ path, file: page, asking: opening })),
    ...scripts.map((file) => ({ path: `/form/${file}`, file, asking: loading })),
  ];
  for (const { path, file, asking } of addresses) {
    const built = readFileSync(join(distFolder, file));
    const type = file.endsWith('.js') ? /javascript/ : /^text\/html/;
    for (const [device, agent] of Object.entries(devices))
      for (const [coding, copy] of Object.entries(codings))
        for (const query of ['', '?utm_source=check', '?p=e30']) {
          const who = [device, coding, query].filter(Boolean).join(', ');
          const request = { ...asking, 'User-Agent': agent, 'Accept-Encoding': coding };
          const { status, headers, content } = await look(path, [200], request, { query, who });
          if (status !== 200) continue;
          const sent = (name: string) => headers.get(name) ?? '';
          const hasCopy = existsSync(join(distFolder, `${file}.${copy}`));
          note(path, who, [
            ...unless(content.equals(built), 'not what was built.'),
            ...unless(type.test(sent('content-type')), `its type is ${sent('content-type')}.`),
            ...unless(!hasCopy || headers.has('content-encoding'), 'not compressed.'),
            // a cache would give compressed answers to browsers that cannot read them
            ...unless(!hasCopy || /accept-encoding/i.test(sent('vary')), 'no Vary: Accept-Encoding.'),
          ]);
          const known = { 'If-None-Match': sent('etag'), 'If-Modified-Since': sent('last-modified') };
          await look(path, [200, 304], { ...request, ...known }, { query, who });
        }
  }

  for (const path of START_PATHS) {
    const { headers } = await look(path, [302], opening);
    const to = new URL(headers.get('location') ?? '', origin + path).href;
    note(path, '', unless(to === origin + paths.input, `leads to ${to}.`));
  }
  for (const path of [`${ASSETS}none.js`, '/form/none.html']) await look(path, [404], opening);
  const differences = [...askers].flatMap(([what, by]) => {
    const [where = '', difference] = what.split(': ');
    if (difference === undefined) return [];
    const isForAll = by.size === askers.get(where)?.size;
    return isForAll ? what : `${what} Only for: ${[...by].slice(0, 3).join('; ')}${by.size > 3 ? ' …' : ''}`;
  });
  const outsideScripts: RememberedScripts = {};
  for (const { name, url } of scriptInventory(readSettings(environment))) {
    if (typeof url !== 'string') continue;
    const { status, content } = await get(url, loading);
    if (status !== 200) differences.push(`${url} (${name}): status ${status}.`);
    const now = hashOf('sha384', content);
    outsideScripts[url] = now;
    const before = remembered?.[url];
    if (!remembered || before === now) continue;
    differences.push(
      `${url} (${name}): ${before === undefined ? `seen for the first time, is ${now}` : `changed, was ${before}, is ${now}`}.`,
    );
  }
  const looked = `${screens.length} pages, ${scripts.length} files, ${Object.keys(outsideScripts).length} outside scripts`;
  return { differences, looked, outsideScripts };
}

const unless = (isRight: boolean, sentence: string): string[] => (isRight ? [] : [sentence]);

type RequestHeaders = Readonly<Record<string, string>>;
type Answer = { status: number; headers: Map<string, string>; content: Buffer };

const opening = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html' };
const loading = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'script', Accept: '*/*' };
/** What a browser can read, and which copies of a file are made for it. */
const codings = { 'gzip, deflate, br': 'gz', br: 'br', gzip: 'gz', identity: 'none' };
const devices = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const decoders: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** Not `fetch`, which sets `Sec-Fetch-…` itself and joins a header that is sent twice. */
async function get(url: string, headers: RequestHeaders): Promise<Answer> {
  const { request } = url.startsWith('https:') ? https : http;
  try {
    const [answer] = (await once(request(url, { headers, timeout: 30_000 }).end(), 'response')) as [
      IncomingMessage,
    ];
    const coding = answer.headers['content-encoding'] ?? '';
    const content = await buffer(answer);
    const all = new Map<string, string>();
    for (const [name, values = []] of Object.entries(answer.headersDistinct))
      all.set(name, values.join(' and once more '));
    return { status: answer.statusCode ?? 0, headers: all, content: decoders[coding]?.(content) ?? content };
  } catch (error) {
    throw new UnreachableError(`${url} gives no answer (${error instanceof Error ? error.message : error}).`);
  }
}

function differencesInHeaders(headers: Answer['headers'], expected: HeaderValues): string[] {
  const wanted = new Map(
    Object.entries(expected).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const missing = [...wanted].flatMap(([key, { name, value }]) => {
    const actual = headers.get(key);
    if (actual === undefined) return [`no ${name}.`];
    return tidy(actual) === tidy(value) ? [] : [`${name} is “${actual}”, not “${value}”.`];
  });
  const added = [...headers].filter(([key]) => !wanted.has(key) && !harmless.test(key) && key !== 'location');
  return [...missing, ...added.map(([key, value]) => `${key} is “${value}”, and the build sends none.`)];
}

/** nginx leaves two blanks where a list of hashes is empty. */
const tidy = (value: string) => value.replace(/ +(?=[; ])/g, '');
