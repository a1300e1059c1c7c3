import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, transformWithOxc } from 'vite';
import type { Prerendered } from '../src/prerender.tsx';
import { SESSION_KEY } from '../src/services/session-storage.ts';

const loader = fileURLToPath(new URL('../src/start-late.ts', import.meta.url));

/**
 * Makes the two pages out of the built `index.html`, which becomes the page of the screens that depend on the
 * donor's data, says that it is loading and starts the app at once; `member/index.html` carries the form and starts it late. The style
 * sheet stands in both pages: it is small, and a page in one file is painted after one answer.
 * @throws Error where the built page is not as expected
 */
export async function writePages(
  outDir: string,
  { form, opening, title, late, noscript, year }: Prerendered,
): Promise<void> {
  const file = join(outDir, 'index.html');
  const page = fill(inlineStyles(outDir, readFileSync(file, 'utf8')), {
    '<!--title-->': title,
    '<!--noscript-->': noscript,
  });
  const [script, entry = ''] = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(page) ?? [];
  if (script === undefined) throw new Error('The built index.html asks for no script.');
  const preloads = globSync('assets/later-screens-*.js', { cwd: outDir }).map(
    (path) => `\n    <link rel="modulepreload" crossorigin href="/form/${path.replaceAll('\\', '/')}">`,
  );
  writeFileSync(file, fill(page, { '<!--app-->': opening, [script]: script + preloads.join('') }));

  mkdirSync(join(outDir, 'member'), { recursive: true });
  writeFileSync(
    join(outDir, 'member', 'index.html'),
    fill(page, {
      [script]: `\n    <script>${await inlineLoader(entry)}</script>`,
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

async function inlineLoader(entry: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(loader, 'utf8'), loader);
  const call = `startLate(${JSON.stringify(entry)}, ${JSON.stringify(SESSION_KEY)});`;
  const script = `(() => { ${code.replace(/^export /m, '').replace(/^\/\/# .*$/gm, '')}\n${call} })();`;
  return minifySync('start-late.js', script).code.trim();
}
