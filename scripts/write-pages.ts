import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Prerendered } from '../src/start/prerender.tsx';

/** The inline script of each of the two pages. */
type InlineScripts = { loadingPage: string; formPage: string };

/**
 * Makes two pages of the built `index.html`: `member/index.html` with the form, which loads the app after it has been painted, and
 * `index.html` for the screens that depend on the donor's data, which says that it is loading and loads the app at once.
 * The style sheet is inline in both, so that the first answer is enough to paint the page.
 * @throws Error if the built page is not as expected
 */
export function writePages(
  outDir: string,
  { form, loading, name, title, description, late, noscript, year }: Prerendered,
  scripts: InlineScripts,
  head: Readonly<Record<string, string>>,
): void {
  const file = join(outDir, 'index.html');
  const page = fill(inlineStyles(outDir, readFileSync(file, 'utf8')), {
    ...head,
    '<!--name-->': escaped(name),
    '<!--title-->': escaped(title),
    '<!--description-->': escaped(description),
    '<!--noscript-->': noscript,
  });
  const [script, app] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(page) ?? [];
  if (script === undefined) throw new Error('The built index.html asks for no script.');
  const inline = (code: string) => `<script data-app="${app}">${code}</script>`;
  writeFileSync(file, fill(page, { '<!--app-->': loading, [script]: inline(scripts.loadingPage) }));

  mkdirSync(join(outDir, 'member'), { recursive: true });
  writeFileSync(
    join(outDir, 'member', 'index.html'),
    fill(page, {
      [script]: inline(scripts.formPage),
      '<div id="root"><!--app-->': `${late}<div id="root" data-year="${year}">${form}`,
    }),
  );
}

/** A text for an attribute or a title. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Puts each text in its places. The replacement is a function, so that `$&` in a page stays text. */
function fill(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((filled, [place, part]) => {
    if (!filled.includes(place)) throw new Error(`The built index.html has no place for ${place.trim()}.`);
    return filled.replaceAll(place, () => part);
  }, page);
}

function inlineStyles(outDir: string, page: string): string {
  return page.replaceAll(/<link rel="stylesheet"[^>]* href="\/form\/([^"]+)"[^>]*>/g, (_, path: string) => {
    const css = readFileSync(join(outDir, path), 'utf8').replace(/\s*\/\*\$vite\$.*$/s, '');
    rmSync(join(outDir, path));
    return `<style>${css}</style>`;
  });
}
