import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('ORGANISATION is read from the environment, else from .env, and a wrong one is named', () => {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
  for (const name of ['organisation/folder', 'options'])
    cpSync(`scripts/${name}.ts`, join(project, `scripts/${name}.ts`));
  for (const folder of ['src/organisation', 'organisations/river']) {
    mkdirSync(join(project, folder), { recursive: true });
    writeFileSync(join(project, folder, 'organisation.ts'), '');
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, '.env'), 'ORGANISATION=organisations/river\n');
  const show = 'import("./scripts/organisation/folder.ts").then((it) => console.log(it.organisationFolder))';
  const chosenWith = (chosen: Record<string, string>) => {
    const env = { PATH: process.env.PATH, ...chosen };
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', show], { cwd: project, env });
    return `${stdout}${stderr}`.trim();
  };
  expect(chosenWith({})).toBe(join(project, 'organisations/river'));
  expect(chosenWith({ ORGANISATION: 'src/organisation' })).toBe(join(project, 'src/organisation'));
  expect(chosenWith({ ORGANISATION: 'organisations/none' })).toMatch(
    /^ORGANISATION is organisations\/none, but there is no \S+$/,
  );
  rmSync(project, { recursive: true });
});
