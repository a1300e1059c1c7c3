import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a file may not hold, by the folder it lies in, and the message that the lint rule must give. */
const forbidden = {
  'src/signup/rule.ts': {
    line: [
      "import '../machines/signup.ts';",
      "import '../services/api.ts';",
      "import '../views/App.tsx';",
      "import '../../inspector/page.ts';",
      "import '../settings.ts';",
      "import '../main.tsx';",
      "import '../../sandbox/store.ts';",
      "export * from '../machines/signup.ts';",
      "import('../machines/signup.ts');",
    ],
    message: 'src/signup imports nothing of ours but src/organisation',
  },
  'src/machines/rule.ts': {
    line: [
      "import '../views/App.tsx';",
      "import '../../inspector/page.ts';",
      "import '../settings.ts';",
      "import '../../sandbox/store.ts';",
    ],
    message: 'src/machines imports src/signup and types of src/services only',
  },
  'src/machines/values.ts': {
    line: [
      "import '../services/api.ts';",
      "import { call } from '../services/api.ts';",
      "import { type Call, call } from '../services/api.ts';",
      "import * as api from '../services/api.ts';",
      "export { call } from '../services/api.ts';",
      "import('../services/api.ts');",
    ],
    message: 'src/machines imports only types of src/services',
  },
  'src/services/rule.ts': {
    line: [
      "import '../machines/signup.ts';",
      "import '../views/App.tsx';",
      "import '../../inspector/page.ts';",
      "import '../settings.ts';",
      "import '../../sandbox/store.ts';",
    ],
    message: 'src/services imports src/signup only',
  },
  'src/views/deep/rule.ts': {
    line: [
      "import '../../services/api.ts';",
      "import '../../../inspector/page.ts';",
      "import '../../settings.ts';",
      "import '../../../sandbox/store.ts';",
    ],
    message: 'src/views imports src/signup and src/machines only',
  },
  'inspector/rule.ts': {
    line: [
      "import '../src/signup/fields.ts';",
      "import '../src/services/api.ts';",
      "import '../src/views/App.tsx';",
      "import '../sandbox/store.ts';",
    ],
    message: 'inspector imports src/machines only',
  },
  'inspector/statechart/rule.ts': {
    line: ["import '../SandboxPanel.tsx';", "import '../../src/machines/signup.ts';"],
    message: 'The statechart engine imports nothing of ours',
  },
  'inspector/statechart/page/rule.ts': {
    line: ["import '../../SandboxPanel.tsx';", "import '../../../src/machines/signup.ts';"],
    message: 'The statechart engine imports nothing of ours',
  },
  'src/rule.ts': {
    line: ["import '../sandbox/store.ts';", "import '../inspector/page.ts';"],
    message: 'src is the product',
  },
  'src/elsewhere/rule.ts': {
    line: ["import '../../sandbox/store.ts';", "import '../../inspector/page.ts';"],
    message: 'src is the product',
  },
  'sandbox/rule.ts': {
    line: [
      "import '../src/machines/signup.ts';",
      "import '../src/services/api.ts';",
      "import '../src/views/App.tsx';",
      "import '../inspector/page.ts';",
      "import '../src/settings.ts';",
      "import '../scripts/build.ts';",
    ],
    message: 'sandbox imports src/signup and src/organisation only',
  },
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
  'src/signup/allowed.ts': "import './fields.ts';",
  'src/machines/allowed.ts':
    "import '../signup/fields.ts';\nimport type { Call } from '../services/api.ts';\nexport type X = Call;",
  'src/services/allowed.ts': "import '../signup/fields.ts';",
  'src/views/deep/allowed.ts':
    "import '../../machines/signup.ts';\nimport '../../signup/fields.ts';\nimport '../App.tsx';",
  'inspector/allowed.ts': "import '../src/machines/signup.ts';\nimport './statechart/chart.ts';",
  'inspector/statechart/page/allowed.ts': "import '../chart.ts';",
  'src/main.tsx':
    "import('../inspector/page.ts');\nimport './machines/signup.ts';\nimport './services/api.ts';\nimport './views/App.tsx';",
  'sandbox/allowed.ts': "import '../src/signup/fields.ts';",
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
  const files = [...cases.map(({ file, code }) => [file, code]), ...Object.entries(allowed)];
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
