import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Places whose files import one another; `src/settings.ts` stands for those that put the product together. */
const places = {
  'src/organisation/x.ts': [],
  'src/signup/x.ts': ['src/organisation/x.ts'],
  'src/machines/x.ts': ['src/signup/x.ts'],
  'src/services/x.ts': ['src/signup/x.ts'],
  'src/views/x.ts': ['src/organisation/x.ts', 'src/signup/x.ts', 'src/machines/x.ts'],
  'src/settings.ts': [
    ...[
      'src/organisation/x.ts',
      'src/signup/x.ts',
      'src/machines/x.ts',
      'src/services/x.ts',
      'src/views/x.ts',
    ],
  ],
  'inspector/x.ts': ['src/machines/x.ts', 'inspector/statechart/x.ts', 'inspector/statechart/page/x.ts'],
  'inspector/statechart/x.ts': ['inspector/statechart/page/x.ts'],
  'inspector/statechart/page/x.ts': ['inspector/statechart/x.ts'],
  'sandbox/x.ts': ['src/organisation/x.ts', 'src/signup/x.ts'],
};

/** A file at each place for each other place, and whether it may import that (README, “Folder”). */
const arrows = Object.entries(places).flatMap(([from, may]) =>
  Object.keys(places).flatMap((to, index) => {
    const path = relative(dirname(from), to);
    const code = `import '${path.startsWith('.') ? path : `./${path}`}';`;
    const file = from.replace(/(x|settings)\.ts$/, `to${index}.ts`);
    return from === to ? [] : [{ from, to, file, code, isAllowed: may.some((one) => one === to) }];
  }),
);

/** What else a file may not hold, by the folder it lies in, and the message that the lint rule must give. */
const forbidden = {
  'src/signup/rule.ts': {
    line: ["export * from '../machines/signup.ts';", "import('../machines/signup.ts');"],
    message: 'src/signup imports nothing of ours but src/organisation',
  },
  'src/views/deep/rule.ts': {
    line: ["import '../../services/api.ts';"],
    message: 'src/views imports src/signup and src/machines only',
  },
  'src/machines/values.ts': {
    line: [
      "import { call } from '../services/api.ts';",
      "import { type Call, call } from '../services/api.ts';",
      "import * as api from '../services/api.ts';",
      "export { call } from '../services/api.ts';",
      "import('../services/api.ts');",
    ],
    message: 'src/machines imports only types of src/services',
  },
  ...Object.fromEntries(
    ['machines', 'services'].map((folder) => [
      `src/${folder}/organisation.ts`,
      {
        line: ["import '#organisation/organisation.ts';"],
        message: `src/${folder} imports src/signup`,
      },
    ]),
  ),
  // Each of the two needs the other, if only for a type.
  'sandbox/circle.ts': {
    line: [
      "import type { B } from './circle1.ts';\nexport type A = { b: B };",
      "import type { A } from './circle0.ts';\nexport type B = { a: A };",
    ],
    message: 'part of a cycle',
  },
  'src/views/deep/method.ts': {
    line: [
      "export const a = (form: Form) => form.paymentMethod === 'x';",
      'export const b = (method: string) => (method !== CARD ? 1 : 2);',
    ],
    message: "Ask the payment method's record",
  },
  'src/machines/method.ts': {
    line: ['export const c = (method: string) => method === BANK_DEBIT;'],
    message: "Ask the payment method's record",
  },
  'src/machines/timer.ts': {
    line: ['setTimeout(console.assert, 1);', 'setInterval(console.assert, 1);'],
    message: 'Do not use the global variable',
  },
  'src/machines/call.ts': { line: ["fetch('/');"], message: 'Do not use the global variable fetch' },
  'src/machines/dom.ts': {
    line: ['document.title;', 'window.name;'],
    message: 'Do not use the global variable',
  },
  'src/services/log.ts': { line: ["console.log('x');"], message: "Don't use console" },
  'src/views/Html.tsx': {
    line: ["export const html = <p dangerouslySetInnerHTML={{ __html: '' }} />;"],
    message: 'Avoid passing content using the dangerouslySetInnerHTML prop',
  },
};

const allowed = {
  'src/machines/allowed.ts': "import type { Call } from '../services/api.ts';\nexport type X = Call;",
  'src/main.tsx': "import('../inspector/page.ts');",
};

const cases = Object.entries(forbidden).flatMap(([file, { line, message }]) =>
  line.map((code, index) => ({ file: file.replace('.', `${index}.`), code, message })),
);

/** The linter's errors in a project with our configuration and the files of the tables. */
let messagesOf: (file: string) => string[];
let folder: string;

interface Diagnostic {
  severity: string;
  message: string;
  location: { path: string };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const file of ['biome.json', 'package.json', 'scripts/lint']) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = [...[...cases, ...arrows].map(({ file, code }) => [file, code]), ...Object.entries(allowed)];
  for (const [file = '', code = ''] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const report = join(folder, 'report.json');
  const { stderr } = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      '--reporter=json',
      `--reporter-file=${report}`,
      '--max-diagnostics=none',
      'src',
      'inspector',
      'sandbox',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(readFileSync(report, 'utf8'));
  expect(diagnostics.length, stderr).toBeGreaterThan(0);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  messagesOf = (file) =>
    errors.filter(({ location }) => location.path === file).map(({ message }) => message);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(arrows)('from $from to $to: $isAllowed', ({ file, isAllowed }) => {
  expect(messagesOf(file).length === 0).toBe(isAllowed);
});

describe('the linter refuses', () => {
  it.each(cases)('$file: $code', ({ file, message }) => {
    expect(messagesOf(file)).toContainEqual(expect.stringContaining(message));
  });
});

describe('the linter lets through', () => {
  it.each(Object.entries(allowed))('%s', (file) => {
    expect(messagesOf(file)).toEqual([]);
  });
});
