import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { donorAt, TEST_CARD } from '../tests/e2e/donor.ts';
import { everyState, reach, type Stage } from '../tests/e2e/every-state.ts';
import { chromiumFlags, ensureChromium } from './chromium.ts';
import { moreScreens, type Screen } from './gallery-screens.ts';
import { readCommandLine } from './options.ts';
import { serveBuild } from './serve-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const widths = [320, 360, 768, 1024, 1280, 1920] as const;
const schemes = ['light', 'dark'] as const;

type Scheme = (typeof schemes)[number];
type Picture = { width: number; scheme: Scheme; webp: string };
type Shown = { title: string; pictures: Picture[] };

const screens: readonly Screen[] = [
  ...everyState.map((state) => ({ title: state, show: (stage: Stage) => reach(state, stage) })),
  ...moreScreens,
];

/** The whole page, or what is in the window while a dialog is open, as base64. */
async function takeWebp(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  // a dialog stands where the page has been scrolled to, not at the page's beginning
  const height = await page.evaluate(() =>
    document.querySelector('dialog[open]') ? null : document.documentElement.scrollHeight,
  );
  const width = page.viewportSize()?.width ?? 0;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    ...(height !== null && {
      captureBeyondViewport: true,
      // the format ends at 16,383
      clip: { x: 0, y: 0, width, height: Math.min(height, 16_000), scale: 1 },
    }),
  });
  return data;
}

async function photograph(screen: Screen, page: Page, sandbox: Stage['sandbox']): Promise<Shown> {
  await screen.show({ page, sandbox });
  const pictures: Picture[] = [];
  for (const width of screen.widths ?? widths) {
    for (const scheme of schemes) {
      await page.setViewportSize({ width, height: 780 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      pictures.push({ width, scheme, webp: await takeWebp(page) });
    }
  }
  return { title: screen.title, pictures };
}

const newPage = (browser: Browser, site: string) =>
  browser.newPage({
    baseURL: site,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 360, height: 780 },
  });

/** One page without anything outside it. Widths and colour schemes can be hidden, so that neighbours compare. */
function galleryPage(shown: readonly Shown[]): string {
  const filters = [...widths.map(String), ...schemes];
  const figure = ({ width, scheme, webp }: Picture) => `
      <figure data-width="${width}" data-scheme="${scheme}">
        <figcaption>${width} px, ${scheme}</figcaption>
        <img loading="lazy" alt="" width="${width}" src="data:image/webp;base64,${webp}">
      </figure>`;
  const id = (index: number) => `screen-${index}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery: every screen, every width</title>
<style>
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: #ddd; color: #111; }
  header { position: sticky; inset-block-start: 0; padding: 0.5rem 1rem; background: #fff; border-block-end: 1px solid #999; }
  nav a { margin-inline-end: 1rem; white-space: nowrap; }
  label { margin-inline-end: 1rem; }
  section { padding: 1rem; scroll-margin-block-start: 8rem; }
  .row { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
  figure { margin: 0; flex: none; }
  img { display: block; box-shadow: 0 0 0 1px #999; }
${filters.map((name) => `  body:has(#filter-${name}:not(:checked)) :is([data-width="${name}"], [data-scheme="${name}"]) { display: none; }`).join('\n')}
</style>
<body>
<header>
  ${filters.map((name) => `<label><input type="checkbox" id="filter-${name}" checked> ${name}</label>`).join('\n  ')}
  <nav>${shown.map(({ title }, index) => `<a href="#${id(index)}">${title}</a>`).join(' ')}</nav>
</header>
${shown
  .map(
    ({ title, pictures }, index) => `
  <section id="${id(index)}">
    <h2>${title}</h2>
    <div class="row">${pictures.map(figure).join('')}
    </div>
  </section>`,
  )
  .join('')}
`;
}

/** The README's picture: a desk, and beside it a phone with errors. */
async function readmePicture(browser: Browser, site: string, sandbox: Stage['sandbox']): Promise<Buffer> {
  const pictures: string[] = [];
  for (const [state, width, field] of [
    ['input.form.filling', 1200, 'cardNum'],
    ['input.form.correcting', 360, 'email'],
  ] as const) {
    const page = await newPage(browser, site);
    await page.setViewportSize({ width, height: 780 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await reach(state, { page, sandbox });
    const donor = donorAt(page);
    if (field === 'cardNum') await donor.fill(TEST_CARD);
    else await donor.fill({ lastName: '山田', firstName: '花子' });
    await donor.control(field).evaluate((control) => control.scrollIntoView({ block: 'center' }));
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    pictures.push(
      `<img width="${width}" height="780" alt="" src="data:image/png;base64,${picture.toString('base64')}">`,
    );
    await page.context().close();
  }
  const page = await browser.newPage({ viewport: { width: 1632, height: 828 } });
  await page.setContent(`
    <style>
      body { display: flex; gap: 24px; margin: 0; padding: 24px; background: #e9f1f3; }
      img { border-radius: 16px; outline: 1px solid #b8c4c8; }
    </style>
    ${pictures.join('')}`);
  return page.screenshot();
}

const usage = `npm run gallery                    every screen
npm run gallery -- confirm         those with this in their title
npm run gallery -- --readme        docs/screens.png`;

if (import.meta.main) {
  const { values, positionals } = readCommandLine(usage, { readme: { type: 'boolean' } });
  const [wanted = ''] = positionals;
  const port = Number(process.env.PORT ?? 4700);
  const { addresses, close } = await serveBuild(port);
  const { site, api, gateway } = addresses;
  const sandbox: Stage['sandbox'] = {
    gateway,
    setScenario: async (name, scenario) => {
      await fetch(`${api}/sandbox/scenarios/${name}`, {
        method: 'PUT',
        body: JSON.stringify(scenario),
        headers: { 'content-type': 'application/json' },
      });
    },
  };
  const browser = await chromium.launch({ args: chromiumFlags, executablePath: ensureChromium() });
  try {
    if (values.readme) {
      const file = join(root, 'docs', 'screens.png');
      writeFileSync(file, await readmePicture(browser, site, sandbox));
      console.log(relative(root, file));
    } else {
      const shown: Shown[] = [];
      for (const screen of screens.filter(({ title }) => title.includes(wanted))) {
        console.log(screen.title);
        const page = await newPage(browser, site);
        shown.push(await photograph(screen, page, sandbox));
        await page.context().close();
        await fetch(`${api}/sandbox/reset`, { method: 'POST' });
      }
      const file = join(root, 'reports', 'gallery', 'index.html');
      mkdirSync(join(root, 'reports', 'gallery'), { recursive: true });
      writeFileSync(file, galleryPage(shown));
      console.log(relative(root, file));
    }
  } finally {
    await browser.close();
    await close();
  }
}
