import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { canUseApt, installWithApt } from '../../scripts/chromium.ts';

/** Mozc refuses root, so everything on the desktop runs as nobody when root starts it. */
const nobody = 65534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const own = (path: string) => 'uid' in user && chownSync(path, nobody, nobody);

/** A session bus that starts no services by itself: desktop portals would mount folders of their own. */
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

export type Desktop = {
  /** The home folder of everything that runs there. */
  home: string;
  /** Writes a file below the home folder. */
  write(path: string, content: string | Buffer): void;
  /** Starts a program on the desktop. */
  run(command: string, args: string[]): ChildProcess;
  /** What a program on the desktop prints. */
  ask(command: string, ...args: string[]): string;
  close(): void;
};

/** An X server with a window manager and a Mozc that is switched on, in a home folder of its own. */
export async function startDesktop(): Promise<Desktop> {
  const home = mkdtempSync(join(tmpdir(), 'keyboard-'));
  own(home);
  const write = (path: string, content: string | Buffer) => {
    const folders = dirname(path).split(sep);
    for (const depth of folders.keys()) {
      const folder = join(home, ...folders.slice(0, depth + 1));
      mkdirSync(folder, { recursive: true });
      own(folder);
    }
    writeFileSync(join(home, path), content);
    own(join(home, path));
  };
  // Without it Mozc starts with plain letters, and a toggle key would be one more thing that can go wrong.
  write(
    '.config/mozc/ibus_config.textproto',
    'engines { name: "mozc-jp" longname: "Mozc" layout: "default" layout_variant: "" layout_option: "" rank: 80 }\n' +
      'active_on_launch: True\n',
  );
  // Its setting "history_learning_level: NO_HISTORY", field 50: what one scenario chose would come first in the next.
  write('.config/mozc/config1.db', Buffer.from([0x90, 0x03, 0x02]));
  const close = () => {
    for (let left = processesOf(home); left.length > 0; left = processesOf(home))
      for (const id of left) kill(id);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

  const env: NodeJS.ProcessEnv = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    LANGUAGE: 'ja',
    TZ: 'Asia/Tokyo',
    GTK_IM_MODULE: 'ibus',
    XMODIFIERS: '@im=ibus',
    NO_AT_BRIDGE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const options = (): SpawnOptions => ({ ...user, env, cwd: home });
  const run = (command: string, args: string[]) => spawn(command, args, { ...options(), stdio: 'ignore' });
  const ask = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      ...options(),
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  const firstLine = async (command: string, args: string[]): Promise<string> => {
    const child = spawn(command, args, { ...options(), stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(child.stdout, 'data');
    return String(line).trim();
  };

  // As high as the form: a press while something is composed makes Chromium scroll back to it first.
  env.DISPLAY = `:${await firstLine('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x3600x24', '-nolisten', 'tcp', '-noreset'])}`;
  write('bus.conf', busConfig);
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine('dbus-daemon', [
    `--config-file=${home}/bus.conf`,
    '--nofork',
    '--print-address=1',
  ]);
  run('openbox', ['--sm-disable']);
  run('ibus-daemon', ['--xim', '--panel', 'disable', '--replace']);
  // Its exit code says nothing: it is 1 after success too.
  const engine = (...name: string[]) =>
    spawnSync('ibus', ['engine', ...name], { ...options(), encoding: 'utf8' }).stdout;
  for (let tries = 0; !engine().includes('mozc-jp'); tries++) {
    if (tries > 50) throw new Error('Mozc does not start on this machine.');
    engine('mozc-jp');
    await pause(100);
  }
  return {
    home,
    write,
    run,
    ask,
    close,
  };
}

function kill(id: number) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/** Everything that was started from the desktop, known by its home folder: Mozc's server detaches itself. */
function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
      } catch {
        return false;
      }
    });
}

/** What the keyboard needs, each with the file that shows that it is there. */
const packages: Record<string, string> = {
  'ibus-mozc': '/usr/lib/ibus-mozc/ibus-engine-mozc',
  'ibus-gtk3': '/usr/libexec/ibus-x11',
  'dbus-x11': '/usr/bin/dbus-daemon',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
  xvfb: '/usr/bin/Xvfb',
};

/** Installs what the keyboard needs. Returns a sentence for whoever asked when that is not possible. */
export function ensureKeyboard(): string | undefined {
  const missing = () => Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ''));
  if (missing().length > 0 && canUseApt())
    installWithApt([...Object.keys(packages), 'chromium', 'firefox-esr', 'webkit2gtk-driver']);
  if (missing().length === 0) return undefined;
  return `A real keyboard cannot be had here: it needs Debian's packages ${missing().join(', ')}, which only root can install.`;
}
