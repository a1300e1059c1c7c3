import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, transformWithOxc } from 'vite';
import { ACCESS_TOKEN_PATH } from '../src/services/api.ts';
import { CALLBACK_KEY, paths } from '../src/services/navigation.ts';
import { SESSION_KEY } from '../src/services/session-storage.ts';
import { draftLifetime } from '../src/signup/saved-session.ts';
import type { Prerendered } from '../src/start/prerender.tsx';

/**
 * Makes the two pages out of the built `index.html`, which becomes the page of the screens that depend on the
 * donor's data, says that it is loading and starts the app at once; `member/index.html` carries the form and starts it late. The style
 * sheet stands in both pages: it is small, and a page in one file is painted after one answer.
 * @throws Error where the built page is not as expected
 */
export async function writePages(
  outDir: string,
  { form, loading, title, description, late, noscript, year }: Prerendered,
): Promise<void> {
  const file = join(outDir, 'index.html');
  const page = fill(inlineStyles(outDir, readFileSync(file, 'utf8')), {
    '<!--title-->': title,
    '<!--description-->': description,
    '<!--noscript-->': noscript,
  });
  const [script, entry = ''] = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(page) ?? [];
  if (script === undefined) throw new Error('The built index.html asks for no script.');
  const [, apiOrigin = ''] = /<link rel="preconnect" href="([^"]+)"/.exec(page) ?? [];
  const startNow = await inline(new URL('../src/start/start-now.ts', import.meta.url), 'startNow', [
    entry,
    apiOrigin + ACCESS_TOKEN_PATH,
    paths.callback,
    CALLBACK_KEY,
  ]);
  writeFileSync(file, fill(page, { '<!--app-->': loading, [script]: startNow }));

  mkdirSync(join(outDir, 'member'), { recursive: true });
  writeFileSync(
    join(outDir, 'member', 'index.html'),
    fill(page, {
      [script]: await inline(new URL('../src/start/start-late.ts', import.meta.url), 'startLate', [
        entry,
        SESSION_KEY,
        draftLifetime,
      ]),
      '<div id="root"><!--app-->': `${late}<div id="root" data-year="${year}">${form}`,
    }),
  );
}

/** Puts each text in its place; a function as replacement, since `$&` and the like in a page are text here. */
function fill(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((filled, [place, part]) => {
    if (!filled.includes(place)) throw new Error(`The built index.html has no place for ${place.trim()}.`);
    return filled.replace(place, () => part);
  }, page);
}

function inlineStyles(outDir: string, page: string): string {
  return page.replaceAll(/<link rel="stylesheet"[^>]* href="\/form\/([^"]+)"[^>]*>/g, (_, path: string) => {
    const css = readFileSync(join(outDir, path), 'utf8').replace(/\s*\/\*\$vite\$.*$/s, '');
    rmSync(join(outDir, path));
    return `<style>${css}</style>`;
  });
}

/** A script of src/ that calls the one function in it. */
async function inline(url: URL, call: string, parameters: readonly unknown[]): Promise<string> {
  const file = fileURLToPath(url);
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  const called = `${call}(${parameters.map((parameter) => JSON.stringify(parameter)).join(', ')});`;
  const script = `(() => { ${code.replace(/^export /m, '').replace(/^\/\/# .*$/gm, '')}\n${called} })();`;
  return `\n    <script>${minifySync(`${call}.js`, script).code.trim()}</script>`;
}
