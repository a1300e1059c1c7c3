import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../deploy/built-site.ts';
import { paths } from '../src/signup/paths.ts';
import { appAddresses } from '../src/start/app-address.ts';
import type { Prerendered } from '../src/start/prerender.tsx';
import { readColours } from './organisation/colours.ts';

type Sources = {
  prerendered: Prerendered;
  /** The inline script of each page. */
  scripts: { loadingPage: string; formPage: string };
  organisationFolder: string;
  siteOrigin: string;
};

/**
 * Makes two pages of the built `index.html`: `member/index.html` with the form, which loads the app after it has been painted, and
 * `index.html` for the screens that depend on the donor's data, which says that it is loading and loads the app at once.
 * Style sheet and icon are inline in both, so that the first answer is enough to paint the page.
 * @throws Error if the built page or the organisation's folder is not as expected
 */
export function writePages(
  outDir: string,
  { prerendered, scripts, organisationFolder, siteOrigin }: Sources,
) {
  const { form, loading, name, title, description, late, noscript, year } = prerendered;
  const { light, dark } = readColours(readFileSync(join(organisationFolder, 'colours.css'), 'utf8'));
  if (!light.band || !dark.band) throw new Error(`${organisationFolder}/colours.css sets no --color-band.`);
  const file = join(outDir, 'index.html');
  const page = fill(inlineStyles(outDir, readFileSync(file, 'utf8')), {
    '<!--import-map-->': importMap(outDir),
    '<!--icon-->': iconAddress(organisationFolder),
    '<!--address-->': siteOrigin + paths.input,
    '<!--band-light-->': light.band,
    '<!--band-dark-->': dark.band,
    '<!--picture-->': pictureTags(organisationFolder, outDir, siteOrigin),
    '<!--name-->': escaped(name),
    '<!--title-->': escaped(title),
    '<!--description-->': escaped(description),
    '<!--noscript-->': noscript,
  });
  const [script, app] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(page) ?? [];
  if (script === undefined) throw new Error('The built index.html asks for no script.');
  const inline = (code: string) => `<script data-app="${app}">${code}</script>`;
  writeFileSync(file, fill(page, { '<!--app-->': loading, [script]: inline(scripts.loadingPage) }));

  const formPage = fill(page, {
    [script]: inline(scripts.formPage),
    '<div id="root"><!--app-->': `${late}<div id="root" data-year="${year}">${form}`,
  });
  mkdirSync(join(outDir, 'member'), { recursive: true });
  writeFileSync(join(outDir, 'member', 'index.html'), formPage);
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

/**
 * An import map with the integrity of every built module. The app, in `assets/`, has several addresses. The map must be
 * first in the head, since browsers ignore it for modules that were requested before it.
 */
export function importMap(outDir: string): string {
  const files = globSync('**/*.js', { cwd: outDir }).map((file) => file.replaceAll('\\', '/'));
  const integrity = files.toSorted().flatMap((file) => {
    const hash = hashOf('sha384', readFileSync(join(outDir, file)));
    const addresses = file.startsWith('assets/') ? appAddresses(`/form/${file}`) : [`/form/${file}`];
    return addresses.map((address) => [address, hash]);
  });
  return `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(integrity) })}</script>`;
}

const iconAddress = (organisationFolder: string): string =>
  `data:image/svg+xml,${readFileSync(join(organisationFolder, 'icon.svg'), 'utf8')
    .trim()
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[%#<>]/g, encodeURIComponent)}`;

/** For links that are shared, if the folder has a picture of 1200 × 630 pixels, which becomes a file of the build. */
function pictureTags(organisationFolder: string, outDir: string, siteOrigin: string): string {
  const file = join(organisationFolder, 'share.png');
  if (!existsSync(file)) return '';
  const picture = readFileSync(file);
  const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 8);
  const path = `assets/share-${hash}.png`;
  writeFileSync(join(outDir, path), picture);
  return (
    `<meta property="og:image" content="${siteOrigin}/form/${path}" />` +
    '<meta property="og:image:width" content="1200" /><meta property="og:image:height" content="630" />' +
    '<meta name="twitter:card" content="summary_large_image" />'
  );
}
