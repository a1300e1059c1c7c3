import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file and package that a donor's browser may load, paths relative to the project. */
const modules = new Set<string>();

const collect: Plugin = {
  name: 'collect-modules',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      for (const id of output.moduleIds) modules.add(id.replaceAll('\\', '/').replace(root, ''));
    }
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

it('the bundle holds the app, and nothing of the sandbox, the inspector, the tests or packages for development', () => {
  const foreign =
    /^(sandbox|inspector|tests|model-tests|scripts)\/|node_modules\/(elkjs|hono|yubin|fast-check|@playwright|@statelyai)\//;
  expect([...modules]).toContain('src/main.tsx');
  expect([...modules].filter((id) => foreign.test(id))).toEqual([]);
});
