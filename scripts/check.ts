// `npm run check`: what `npm test` would say first about the files that differ from the main branch, in seconds.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.ts';
import { plain } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const usage = `npm run check                     style, types, unit tests and in-memory paths of what changed
npm run check -- --watch          again at each change
npm run check -- --since HEAD~3   what changed since then; otherwise since main, or on main since the last commit

What needs a browser, packages and bytes is left to npm test.`;

const options = readOptions(usage, {
  watch: { type: 'boolean', default: false },
  since: { type: 'string' },
});

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** The commit to compare with. Throws where there is no git, or no such commit. */
function base(): string {
  if (options.since) return git('rev-parse', '--verify', `${options.since}^{commit}`);
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {
      // No such branch here.
    }
  }
  return git('rev-parse', 'HEAD');
}

function changedSince(commit: string): string[] {
  const tracked = lines(git('diff', '--name-only', commit));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...tracked, ...untracked].filter((file) => existsSync(join(root, file)));
}

/** Code that names a file, which it reads where it cannot import it: a page of docs/, a style sheet. */
function readersOf(file: string): string[] {
  if (/\.tsx?$/.test(file)) return [];
  try {
    return lines(git('grep', '-lF', `${basename(file)}'`, '--', '*.ts', '*.tsx'));
  } catch {
    return [];
  }
}

/** Resolves to whether it succeeded; prints what the command said only where it did not. */
function run(title: string, command: string, args: readonly string[], stop: AbortSignal): Promise<boolean> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      // npm's commands are scripts on Windows.
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stop,
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.once('error', (error) => (said += error.message));
    child.once('close', (code) => {
      if (stop.aborted) return resolve(false);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const tests = /^ *Tests +(.*)/m.exec(plain(said));
      const what =
        tests?.[1] ?? (said.includes('No affected test files found') ? 'no test depends on it' : '');
      console.log(`${code === 0 ? '✓' : '✗'} ${title} · ${seconds} s${what && ` · ${what}`}`);
      if (code !== 0) console.log(said.trim());
      resolve(code === 0);
    });
  });
}

async function check(stop: AbortSignal): Promise<boolean> {
  const start = performance.now();
  const commit = base();
  const files = changedSince(commit);
  const since = git('log', '-1', '--format=%h “%s”', commit);
  if (files.length === 0) {
    console.log(`Nothing differs from ${since}: nothing to check.`);
    return true;
  }
  console.log(`${files.length} ${files.length === 1 ? 'file differs' : 'files differ'} from ${since}.`);
  const vitest = [
    ...['related', ...files, ...files.flatMap(readersOf)],
    ...['--run', '--passWithNoTests', '--reporter=minimal', '--silent=passed-only'],
  ];
  const paths = ['--config=model-tests/vitest.config.ts', '--exclude=**/random-walks.test.ts'];
  const results = await Promise.all([
    run('style', 'biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files], stop),
    run(
      'types',
      'tsc',
      ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
      stop,
    ),
    run('unit tests', 'vitest', vitest, stop),
    run('in-memory paths', 'vitest', [...vitest, ...paths], stop),
  ]);
  if (stop.aborted) return false;
  const isGood = results.every(Boolean);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${isGood ? 'All well' : 'Not well'}, ${seconds} s. The whole: npm test`);
  return isGood;
}

async function checkOnce(stop = new AbortController().signal): Promise<boolean> {
  try {
    return await check(stop);
  } catch (error) {
    console.error(
      `This compares with a commit, which did not work: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

if (options.watch) {
  let underway = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    underway.abort();
    underway = new AbortController();
    console.log(`\n── ${new Date().toLocaleTimeString()} ──`);
    void checkOnce(underway.signal);
  };
  watch(root, { recursive: true }, (_, file) => {
    if (!file || /^(?:node_modules|\.git|dist|reports|\.sandbox)(?:[\\/]|$)/.test(file)) return;
    clearTimeout(timer);
    // Editors write more than once.
    timer = setTimeout(again, 200);
  });
  again();
} else {
  process.exitCode = (await checkOnce()) ? 0 : 1;
}
