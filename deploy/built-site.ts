import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/settings.ts';
import { createHeaders, type Headers, type InlineHashes } from './headers.ts';
import { readPolicySettings } from './policy-settings.ts';

/** The hashes of the inline scripts and styles in the built pages below `distFolder`; none without a build. */
export function readInlineHashes(distFolder: string): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const pages = existsSync(distFolder) ? globSync('**/*.html', { cwd: distFolder }) : [];
  for (const page of pages) {
    const html = readFileSync(join(distFolder, page), 'utf8');
    for (const [, content = ''] of html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/gi)) {
      scripts.add(sha256(content));
    }
    for (const [, content = ''] of html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)) {
      styles.add(sha256(content));
    }
  }
  return { scripts: [...scripts].toSorted(), styles: [...styles].toSorted() };
}

/**
 * The headers with which a build is to be served.
 * @param environment the `VITE_*` settings that it was built with, and `CSP_*` ones
 * @throws Error with a sentence that names the setting which is missing or wrong
 */
export function headersOfBuild(
  distFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): (path: string) => Headers {
  const settings = readSettings(environment);
  return createHeaders(settings, readPolicySettings(environment, settings), readInlineHashes(distFolder));
}

/** A CSP source; the browser hashes the text between the tags as UTF-8, with line breaks as LF. */
function sha256(content: string): string {
  const text = content.replaceAll('\r\n', '\n');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
