import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { render } from '../../src/start/prerender.tsx';
import { BrokenPage } from '../../src/start/render-app.tsx';
import { unacceptedBrand } from '../../src/views/input/card/CardBrandNote.tsx';
import { notes } from './notes.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const linesOf = (file: string) => read(file).split('\n');

/** What a donor can read while there is no app. */
function builtPages(): string[] {
  const { loading, late, noscript } = render();
  const pages = [loading, late, noscript, renderToStaticMarkup(<BrokenPage />)].join('');
  return Array.from(pages.matchAll(/<p(?: [^>]*)?>(.*?)<\/p>/gs), ([, text = '']) =>
    text.replace(/<[^>]*>/g, ''),
  );
}

/** The sentences of the screens: those that are there from the start and explain themselves, and the others. */
function onScreens() {
  const usual = new Set<string>();
  const others: string[] = [];
  let isUsual = true;
  for (const line of linesOf('tests/views/words.txt')) {
    if (line.startsWith('# ')) isUsual = /^# The (input|confirm) screen/.test(line);
    const words = line.replace(/［.*?］|◌ |^\+ /g, '');
    if (!words.includes('。') || line.startsWith('- ')) continue;
    if (isUsual && !line.startsWith('+ ')) usual.add(words);
    else others.push(words);
  }
  const organisations = JSON.stringify(organisation);
  const isOthers = (line: string) =>
    organisations.includes(line) || /^(残高|解決しない|お問い合わせ)/.test(line);
  return { usual: [...usual], told: others.filter((line) => !usual.has(line) && !isOthers(line)) };
}

test('the page for the telephone has a row for each sentence, and no row for what is not said', () => {
  const quotesIn = (part: string) =>
    Array.from(part.matchAll(/^\| ([^|（][^|]*) \|/gm), ([, quoted = '']) =>
      quoted.replace(/….*/, ''),
    ).filter((quoted) => quoted !== '画面の文');
  const [ours = [], hosts = []] = read('docs/ja/messages.md').split('## 6.').map(quotesIn);
  const { usual, told } = onScreens();
  const messages = linesOf('tests/signup/messages.txt').filter((line) => line !== '');
  const sentences = [
    ...messages,
    ...told,
    ...builtPages(),
    ...notes.map(([said]) => said),
    unacceptedBrand('Diners Club', []),
  ];
  expect(sentences.filter((said) => !ours.some((row) => said.startsWith(row)))).toEqual([]);
  expect(ours.filter((row) => ![...sentences, ...usual].some((said) => said.startsWith(row)))).toEqual([]);
  const host = read('sandbox/api/api.ts') + read('sandbox/test-cards.ts');
  expect([hosts.length, hosts.filter((row) => !host.includes(row))]).toEqual([4, []]);
});

test('screens and pages keep to the words of the page of terms', () => {
  const rows = read('docs/ja/terms.md').matchAll(/^\| .* \| (.*) \|$/gm);
  const avoided = Array.from(rows, ([, words = '']) => words.split('、'))
    .slice(1)
    .flat();
  expect(avoided.length).toBeGreaterThan(20);
  const pages = ['README', 'messages', 'outages', 'words-to-confirm'].map((name) => `docs/ja/${name}.md`);
  const files = ['tests/views/words.txt', 'tests/signup/messages.txt', ...pages].map(read);
  const written = [...files, ...builtPages(), ...notes.map(([said]) => said)].join('\n');
  expect(avoided.filter((word) => written.includes(word))).toEqual([]);
});
