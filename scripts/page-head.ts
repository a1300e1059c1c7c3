import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../src/signup/paths.ts';
import { readColours } from './organisation/colours.ts';

/** A folder's picture for links that are shared: 1200 × 630 pixels. */
const PICTURE = 'share.png';

/**
 * What the pages' head takes from the organisation's folder, by its places in src/index.html. The icon is part of the page,
 * so it costs no request.
 * @param outDir gets the folder's picture, if there is one
 * @throws Error if the folder has no icon or no colour for the band
 */
export function headOf(folder: string, outDir: string, siteOrigin: string): Record<string, string> {
  const { light, dark } = readColours(readFileSync(join(folder, 'colours.css'), 'utf8'));
  if (!light.band || !dark.band) throw new Error(`${folder}/colours.css sets no --color-band.`);
  const icon = readFileSync(join(folder, 'icon.svg'), 'utf8');
  return {
    '<!--icon-->': `data:image/svg+xml,${icon
      .trim()
      .replaceAll('"', "'")
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[%#<>]/g, encodeURIComponent)}`,
    '<!--address-->': siteOrigin + paths.input,
    '<!--band-light-->': light.band,
    '<!--band-dark-->': dark.band,
    '<!--picture-->': pictureTags(join(folder, PICTURE), outDir, siteOrigin),
  };
}

function pictureTags(file: string, outDir: string, siteOrigin: string): string {
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
