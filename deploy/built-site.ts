import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings } from '../src/settings.ts';
import type { Environment } from './environment.ts';
import { createHeaders, type HeaderSources, type InlineHashes, readPolicySettings } from './headers.ts';

/** The hashes of the inline scripts and styles in the built pages below `distFolder`; none without a build. */
export function readInlineHashes(distFolder: string): InlineHashes {
  const files = existsSync(distFolder) ? globSync('**/*.html', { cwd: distFolder }) : [];
  const pages = files.map((file) => readFileSync(join(distFolder, file), 'utf8'));
  const hashesOf = (tag: RegExp) => {
    const contents = pages.flatMap((html) => Array.from(html.matchAll(tag), ([, content = '']) => content));
    return [...new Set(contents.map(cspSource))].toSorted();
  };
  return {
    scripts: hashesOf(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/gi),
    styles: hashesOf(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi),
  };
}

/**
 * What a build's headers depend on.
 * @param environment the `VITE_*` settings that it was built with, and `CSP_*` ones
 * @throws Error with a sentence that names the setting which is missing or wrong
 */
export function headerSourcesOf(distFolder: string, environment: Environment): HeaderSources {
  const settings = readSettings(environment);
  const policy = readPolicySettings(environment, settings);
  return { settings, policy, hashes: readInlineHashes(distFolder) };
}

/**
 * The names of settings that differ from those in the build's scripts: its calls would go to other hosts than its headers
 * allow.
 */
export function differingSettings(distFolder: string, environment: Environment): string[] {
  const scripts = globSync('assets/*.js', { cwd: distFolder }).map((file) =>
    readFileSync(join(distFolder, file), 'utf8'),
  );
  const built = scripts.flatMap((script) => [...script.matchAll(/\b(VITE_[A-Z_]+):`([^`]*)`/g)]);
  return built.flatMap(([, name = '', value]) => ((environment[name] ?? '') === value ? [] : [name]));
}

/** The headers with which a build is to be served. @throws as {@link headerSourcesOf} */
export const headersOfBuild = (distFolder: string, environment: Environment) =>
  createHeaders(headerSourcesOf(distFolder, environment));

/** The name of a release: a hash of its input screen, which differs in each. */
export const releaseOf = (inputPage: Uint8Array): string =>
  createHash('sha256').update(inputPage).digest('hex').slice(0, 12);

/** The title of a build's form, which names the organisation. @throws Error if there is no build */
export function titleOf(distFolder: string): string {
  const page = join(distFolder, 'index.html');
  if (!existsSync(page))
    throw new Error(`There is no build in ${resolve(distFolder)}. Run npm run build first.`);
  return /<title>(.*?)<\/title>/s.exec(readFileSync(page, 'utf8'))?.[1]?.trim() ?? 'without a title';
}

/** A CSP source; the browser hashes the text between the tags as UTF-8, with line breaks as LF. */
const cspSource = (content: string): string => `'${hashOf('sha256', content.replaceAll('\r\n', '\n'))}'`;

/** A hash as CSP and SRI want it, such as `sha384-…`. */
export const hashOf = (algorithm: 'sha256' | 'sha384', content: string | Uint8Array): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
