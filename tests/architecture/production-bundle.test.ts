import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newerInScript, newerInStyles } from '../browsers/newer-uses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file and package that a donor's browser may load, paths relative to the project. */
const modules = new Set<string>();
const scripts: string[] = [];
const styles: string[] = [];

const collect: Plugin = {
  name: 'collect-modules',
  generateBundle: {
    // once Vite has added the styles
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') {
          if (output.fileName.endsWith('.css')) styles.push(Buffer.from(output.source).toString());
          continue;
        }
        scripts.push(output.code);
        for (const id of output.moduleIds) modules.add(id.replaceAll('\\', '/').replace(root, ''));
      }
    },
  },
};

beforeAll(async () => {
  // Vitest sets it to "test", with which Vite would build for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    configFile: `${root}vite.config.ts`,
    mode: 'production',
    logLevel: 'error',
    plugins: [collect],
    build: { write: false },
  });
}, 60_000);

afterAll(() => vi.unstubAllEnvs());

it('holds the app', () => {
  expect([...modules]).toContain('src/main.tsx');
});

it('holds nothing of the sandbox, the inspector, the tests or the scripts', () => {
  const foreign = [...modules].filter((id) => /^(sandbox|inspector|tests|model-tests|scripts)\//.test(id));
  expect(foreign).toEqual([]);
});

it('holds no package that only development needs', () => {
  const packages = /node_modules\/(elkjs|hono|yubin|fast-check|@playwright|@statelyai)\//;
  expect([...modules].filter((id) => packages.test(id))).toEqual([]);
});

/** Words of other objects that an interface has, too, or that run for nobody: `name` as the script calls it. */
const harmless = [
  '.isError', // of yup's own errors
  '.move', // Formik's own
  '.startViewTransition', // React's, for a component that nothing here draws
  '.use', // React's own
];

it('uses nothing that the oldest browsers lack but what docs/browsers.md lists, and asks before it calls it', () => {
  const found = scripts.map(newerInScript);
  expect([...new Set(found.flatMap(({ unguarded }) => unguarded))].toSorted()).toEqual(harmless);

  const table =
    readFileSync(`${root}docs/browsers.md`, 'utf8').split('## Newer things')[1]?.split('\n## ')[0] ?? '';
  const listed = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const guarded = found.flatMap((uses) => uses.guarded.filter((path) => !path.startsWith('.')));
  // markup is not looked through
  const known = new Set([...guarded, ...styles.flatMap(newerInStyles), 'inert']);
  expect(listed.toSorted()).toEqual([...known].toSorted());
});

it.each([
  ['requestIdleCallback(go)', ['requestIdleCallback'], []],
  ['window.requestIdleCallback(go)', ['requestIdleCallback'], []],
  ['const idle = window.requestIdleCallback ?? setTimeout; idle(go)', [], ['requestIdleCallback']],
  ['names.toSorted()', ['.toSorted'], []],
  ['URL.canParse(address) && Promise.withResolvers()', ['Promise.withResolvers', 'URL.canParse'], []],
  ['typeof URL.canParse == "function" ? URL.canParse(address) : parse(address)', [], ['URL.canParse']],
  ['structuredClone(form), names.at(-1)', [], []],
])('of `%s` it would be said', (code, unguarded, guarded) => {
  expect(newerInScript(code)).toEqual({ unguarded, guarded });
});
