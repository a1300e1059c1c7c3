import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Browser = 'firefox' | 'chromium';

const programs: Readonly<Record<Browser, { command: string; flags: (profile: string) => string[] }>> = {
  firefox: { command: 'firefox-esr', flags: (profile) => ['--no-remote', '--profile', profile] },
  chromium: {
    command: 'chromium',
    flags: (profile) => [
      ...['--no-sandbox', '--no-first-run', '--force-renderer-accessibility', '--lang=ja'],
      `--user-data-dir=${profile}`,
    ],
  },
};

/** A Firefox without its greetings, and with its accessibility always on. */
const firefoxSettings = {
  'accessibility.force_disabled': -1,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.automaticallyPopup': false,
  'browser.newtab.preload': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'startup.homepage_welcome_url': '',
  'extensions.formautofill.addresses.enabled': false,
  'extensions.formautofill.creditCards.enabled': false,
  'intl.accept_languages': 'ja,en',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'signon.rememberSignons': false,
};

const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** What the listener needs of Debian, or null if all is there. */
export function whatIsMissing(browser: Browser): string | null {
  const needed = [
    'orca',
    'Xvfb',
    'dbus-daemon',
    'openbox',
    'xdotool',
    'gsettings',
    programs[browser].command,
  ];
  const missing = needed.filter((name) => !hasProgram(name));
  if (spawnSync('/usr/bin/python3', ['-c', 'import pyatspi']).status !== 0) missing.push('python3-pyatspi');
  if (!existsSync('/usr/share/locale/ja/LC_MESSAGES/orca.mo')) missing.push('Orca’s Japanese words');
  if (!/ja_JP\.utf-?8/i.test(execFileSync('locale', ['-a'], { encoding: 'utf8' })))
    missing.push('the locale ja_JP.UTF-8');
  return missing.length === 0
    ? null
    : `test:heard runs on Debian with Orca (docs/accessibility.md); here it lacks ${missing.join(', ')}.`;
}

/** Orca on a screen and a bus of its own, and a browser at `url`; all of them end with `close`. */
export async function startListening(browser: Browser, display: string) {
  const folder = mkdtempSync(join(tmpdir(), 'heard-'));
  const spoken = join(folder, 'spoken');
  for (const name of ['home', 'runtime', 'profile']) mkdirSync(join(folder, name), { mode: 0o700 });
  writeFileSync(spoken, '');
  const running: ChildProcess[] = [];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ DISPLAY: display, HOME: join(folder, 'home'), XDG_RUNTIME_DIR: join(folder, 'runtime') },
    ...{ XDG_DATA_HOME: join(folder, 'home/data'), XDG_CONFIG_HOME: join(folder, 'home/config') },
    ...{ LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', LANGUAGE: 'ja' },
    ...{ GSETTINGS_BACKEND: 'keyfile', GTK_MODULES: 'gail:atk-bridge', GNOME_ACCESSIBILITY: '1' },
    SPOKEN: spoken,
  };
  const start = (command: string, ...args: string[]) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    running.push(child);
    return child;
  };
  const close = async () => {
    for (const child of running.reverse()) child.kill();
    await wait(1000);
    rmSync(folder, { recursive: true, force: true });
  };

  start('Xvfb', display, '-screen', '0', '1280x1000x24', '-nolisten', 'tcp');
  const bus = start('dbus-daemon', '--session', '--nofork', '--print-address');
  env.DBUS_SESSION_BUS_ADDRESS = await new Promise<string>((resolve) => {
    bus.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
  start('openbox');
  const run = (command: string, ...args: string[]) => promisify(execFile)(command, args, { env });
  await run('gsettings', 'set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true');
  for (const state of ['IsEnabled', 'ScreenReaderEnabled'])
    await run(
      ...(['dbus-send', '--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'] as const),
      ...['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status', `string:${state}`],
      'variant:boolean:true',
    );
  start('/usr/bin/python3', fileURLToPath(new URL('spoken.py', import.meta.url)));

  let read = 0;
  /** What is said from the last call on, until there is silence for so many milliseconds. */
  const listen = async (silence = 900): Promise<string> => {
    const said: string[] = [];
    for (let last = Date.now(); Date.now() - last < silence; await wait(60)) {
      const lines = readFileSync(spoken, 'utf8').split('\n').slice(0, -1);
      if (lines.length > read) last = Date.now();
      said.push(...lines.slice(read).map((line) => String(JSON.parse(line)).trim()));
      read = lines.length;
    }
    return said.filter(Boolean).join(' / ');
  };
  /** Listens until something contains `words`. */
  const hear = async (words: string): Promise<string> => {
    let said = '';
    for (const end = Date.now() + 60_000; !said.includes(words); said += ` ${await listen()}`)
      if (Date.now() > end) throw new Error(`Nothing said “${words}”, but: ${said}`);
    return said + (await listen(2500));
  };

  return {
    close,
    hear,
    async open(url: string) {
      const profile = join(folder, 'profile');
      const preferences = Object.entries(firefoxSettings).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      writeFileSync(join(profile, 'user.js'), preferences.join('\n'));
      await hear('Screen reader on');
      start(programs[browser].command, ...programs[browser].flags(profile), url);
    },
    /** Presses a key of xdotool, such as `Tab` or `shift+Tab`, and returns what is said. */
    async press(key: string, silence?: number) {
      await run('xdotool', 'key', key);
      return listen(silence);
    },
    async type(text: string, silence?: number) {
      await run('xdotool', 'type', '--delay', '40', text);
      return listen(silence);
    },
  };
}
