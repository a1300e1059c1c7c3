import { spawnSync } from 'node:child_process';
import { readOptions } from '../scripts/options.ts';
import { meddlers } from '../tests/surroundings/meddlers.ts';

const help = `Walks every path through the sign-up chart in a real browser, against the sandbox, and writes
reports/model/index.html: the chart with what was taken, each path step by step, with pictures.

  npm run test:model                       all paths
  npm run test:model -- --path 12          one path (several: --path 3 --path 12)
  npm run test:model -- --headed --slow    in a window, slowly enough to watch
  npm run test:model -- --list             the paths by number
  npm run test:model -- --no-pictures      quicker, without screenshots of what passes
  npm run test:model -- --path 12 --trace  records what the browser does, to be looked at with playwright show-trace
  npm run test:model -- --with translator  in a page that a translator is at work on; also: mover, passwordManager,
                                           phoneLinks (tests/surroundings/meddlers.ts)

The ports from 4800 on are used; E2E_PORT=5800 takes others.
`;

const values = readOptions(help, {
  path: { type: 'string', multiple: true, default: [] },
  headed: { type: 'boolean', default: false },
  slow: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  trace: { type: 'boolean', default: false },
  pictures: { type: 'boolean', default: true },
  with: { type: 'string', default: '' },
});

if (values.with && !Object.hasOwn(meddlers, values.with)) {
  console.error(`There is no ${values.with}. There are: ${Object.keys(meddlers).join(', ')}.`);
  process.exit(2);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

if (values.list) {
  const { browserPaths, titleOfPath } = await import('./browser/browser-paths.ts');
  const { paths, leftOut } = browserPaths();
  for (const [index, path] of paths.entries())
    print(`${String(index + 1).padStart(3)}  ${titleOfPath(path).en}`);
  print('\nLeft out here, and covered in memory:');
  for (const { title, state, reason } of leftOut) print(`     ${title.en} (${state}): ${reason}`);
} else {
  const chosen = values.path.map(Number);
  if (chosen.length > 0) {
    const { paths } = (await import('./browser/browser-paths.ts')).browserPaths();
    const wrong = values.path.filter((_, index) => !paths[(chosen[index] ?? 0) - 1]);
    if (wrong.length > 0) {
      print(
        `There is no path ${wrong.join(', ')}: they are numbered 1 to ${paths.length}; --list shows them.`,
      );
      process.exit(2);
    }
  }
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=model-tests/playwright.config.ts',
      ...(chosen.length > 0 ? [`--grep=path (${chosen.join('|')}):`] : []),
      // Where so many fail, the rest would only take time to say the same.
      '--max-failures=10',
      ...(values.trace ? ['--trace=on'] : []),
      ...(values.headed ? ['--headed', '--workers=1'] : []),
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        E2E_PORT: process.env.E2E_PORT ?? '4800',
        MODEL_PICTURES: values.pictures ? '1' : '',
        MODEL_MEDDLER: values.with,
        MODEL_SLOW: values.slow ? '1' : '',
      },
    },
  );
  process.exitCode = status ?? 1;
}
