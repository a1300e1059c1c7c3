import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../../scripts/options.ts';
import { serveBuild } from '../../scripts/serve-build.ts';
import { type Browser, engines } from './browsers.ts';
import { type Desktop, ensureKeyboard, startDesktop } from './desktop.ts';
import { type Recording, recorder } from './recorder.ts';
import { fieldsIn, type Scenario, scenarios } from './scenarios.ts';

const usage = `npm run test:keyboard -- [--engine chromium|webkit|firefox] [--only words] [--record]

Types with Mozc, a real Japanese keyboard, in real browsers.

  --engine   in one of them only
  --only     the scenarios with these words in their name
  --record   keeps the events, which the unit tests replay, in tests/keyboard/recordings.ndjson`;

const options = readOptions(usage, {
  record: { type: 'boolean' },
  engine: { type: 'string', multiple: true },
  only: { type: 'string' },
});

const recordings = new URL('recordings.ndjson', import.meta.url);

/** Asks until the answer is right. Throws what was there instead when it never is. */
async function until<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean, wanted: string) {
  for (const end = Date.now() + 15_000; ; await pause(20)) {
    const value = await ask();
    if (isRight(value)) return value;
    if (Date.now() > end) throw new Error(`${wanted}, but there was ${JSON.stringify(value)}`);
  }
}

/** A person at the desktop's keyboard and mouse, in front of one browser. */
async function person(desktop: Desktop, browser: Browser) {
  const count = (what: string) => async () => Number(await browser.evaluate(`recorder.${what}`));
  const xdotool = (...args: (string | number)[]) => desktop.ask('xdotool', ...args.map(String));

  /** Waits until nothing more comes: what the mouse does overtakes keys that the input method still has. */
  const quiet = async () => {
    for (let before = -1, same = 0; same < 5; await pause(50)) {
      const now = await count('seen')();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  };

  // Where the page lies on the screen is read off a mouse that has been put somewhere.
  xdotool('mousemove', 600, 600, 'mousemove', 640, 640);
  await until(
    () => browser.evaluate('recorder.mouse !== null'),
    (isSeen) => isSeen === true,
    'The mouse must be seen',
  );
  await quiet();
  const at = (await browser.evaluate('recorder.mouse')) as Point;
  const corner = { x: 640 - at.x, y: 640 - at.y };

  const click = async (name: string) => {
    await quiet();
    const target = (await browser.evaluate(`(() => {
      const control = document.querySelector('[name="${name}"]') ??
        [...document.querySelectorAll('button')].find((button) => button.textContent === '${name}');
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = control.getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    })()`)) as Point;
    const before = await count('clicks')();
    xdotool('mousemove', corner.x + target.x, corner.y + target.y, 'click', 1);
    await until(count('clicks'), (clicks) => clicks > before, `${name} must be clicked`);
  };
  const press = async (keys: string[]) => {
    const before = await count('seen')();
    xdotool('key', '--delay', 40, ...keys.map((key) => keyNames[key] ?? key));
    await until(count('seen'), (seen) => seen > before, `${keys} must be seen`);
  };
  return {
    async type(typed: string) {
      for (const [, name, keys = ''] of typed.matchAll(/\[(.+?)\]|([^[]+)/g)) {
        if (name) await click(name);
        else await press([...keys.matchAll(/\{(.+?)\}|(.)/g)].map(([, key, letter = '']) => key ?? letter));
      }
      await quiet();
    },
  };
}
type Point = { x: number; y: number };
const keyNames: Record<string, string> = { '-': 'minus', '@': 'at', '.': 'period' };

/** Empties the form with its own buttons. The page stays, so that a scenario costs no loading. */
async function clear({ evaluate }: Browser) {
  const press = (text: string) => () =>
    evaluate(`(() => {
      document.activeElement.blur();
      const find = (text) =>
        [...document.querySelectorAll('button')].find((button) => button.textContent === text && button.checkVisibility());
      find('${text}')?.click();
      return find('消去する') !== undefined;
    })()`);
  await until(press('入力内容を消去する'), (asks) => asks === true, 'The form must ask');
  await until(press('消去する'), (asks) => asks === false, 'The form must be cleared');
  await evaluate('(recorder.events.length = 0)');
}

/** Why a scenario failed; undefined when it did not. */
async function play(
  scenario: Scenario,
  engine: string,
  browser: Browser,
  type: (typed: string) => Promise<void>,
) {
  const { typed } = scenario;
  try {
    await clear(browser);
    await type(typed);
    for (const [name, wanted] of Object.entries(fieldsIn(scenario, engine))) {
      await until(
        () => browser.evaluate(`document.querySelector('[name="${name}"]').value`),
        (value) => (typeof wanted === 'string' ? value === wanted : wanted.test(String(value))),
        `${name} must be ${wanted}`,
      );
    }
    const state = typed.includes('[入力内容を確認する]') ? 'input.form.correcting' : 'input.form.filling';
    const shown = () => browser.evaluate(`document.querySelector('main').dataset.state`);
    await until(shown, (name) => name === state, `The form must be in ${state}`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Keeps what was recorded, and of what was not played now what is there already. */
function record() {
  const isNew = ({ engine, title }: Recording) =>
    recorded.some((one) => one.engine === engine && one.title === title);
  const lines = existsSync(recordings) ? readFileSync(recordings, 'utf8').trim().split('\n') : [];
  const kept = lines.filter((line) => line !== '' && !isNew(JSON.parse(line)));
  const added = recorded.filter(({ events }) => events.length > 0).map((one) => JSON.stringify(one));
  writeFileSync(recordings, `${[...kept, ...added].join('\n')}\n`);
}

const missing = ensureKeyboard();
if (missing) {
  console.log(missing);
  process.exit(2);
}

const port = Number(process.env.E2E_PORT ?? 4400);
const sandbox = await serveBuild(port);
const recorded: Recording[] = [];
let failed = 0;
let passed = 0;
for (const [name, engine] of Object.entries(engines)) {
  if (options.engine && !options.engine.includes(name)) continue;
  if (!existsSync(engine.path)) {
    console.log(`\n${name}: skipped, there is no ${engine.path}`);
    continue;
  }
  const desktop = await startDesktop();
  try {
    const browser = await engine.open(desktop);
    console.log(`\n${browser.version}`);
    await browser.goto(`${sandbox.addresses.site}/form/member`);
    await browser.evaluate(recorder);
    const { type } = await person(desktop, browser);
    for (const scenario of scenarios.filter(({ title }) => title.includes(options.only ?? ''))) {
      const { title, typed } = scenario;
      const problem = await play(scenario, name, browser, type);
      console.log(`  ${problem ? '✘' : '✓'} ${title}${problem ? `\n      ${typed}\n      ${problem}` : ''}`);
      if (problem) failed++;
      else passed++;
      const events = (await browser.evaluate('recorder.events')) as Recording['events'];
      recorded.push({ engine: name, title, typed, events });
    }
  } catch (error) {
    console.log(`  ✘ ${name} itself: ${error}`);
    failed++;
  } finally {
    desktop.close();
  }
}
await sandbox.close();
if (options.record) record();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
