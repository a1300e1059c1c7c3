import { screens } from '../deploy/addresses.ts';
import { headersOfBuild, titleOf } from '../deploy/built-site.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { paths } from '../src/signup/paths.ts';
import { buildForSandbox } from './build.ts';
import { readOptions } from './options.ts';
import { refuseFaultyOrganisation } from './organisation/check.ts';
import { runUntilStopped } from './ports.ts';

type Options = Partial<SandboxOptions> & {
  headersNow?: () => Record<string, string>;
};

/**
 * Builds the form and serves it by a sandbox on `port`, with the headers that it would have in production.
 * @param options of the sandbox; `headersNow` replaces our own headers, `distFolder` holds a build to serve as it is
 */
export async function serveBuild(
  port: number,
  { headersNow, ...options }: Options = {},
): Promise<Sandbox & { distFolder: string }> {
  const distFolder = options.distFolder ?? (await buildForSandbox(port));
  const formHeaders = headersOfBuild(distFolder, { ...process.env, ...sandboxSettings(port) });
  const siteHeaders = (path: string, status: number) => ({ ...formHeaders(path, status), ...headersNow?.() });
  return { ...(await startSandbox({ port, distFolder, screens, siteHeaders, ...options })), distFolder };
}

if (import.meta.main) {
  readOptions('npm start: the form against the sandbox. PORT=5000 npm start takes 5000 to 5002.', {});
  await runUntilStopped('npm start', async (port) => {
    console.log('Building the form for the sandbox …');
    await refuseFaultyOrganisation();
    const { addresses, close, distFolder } = await serveBuild(port);
    const { site, api, gateway } = addresses;
    console.log(`
  ${titleOf(distFolder)}

  Form             ${site}${paths.input}
  Sandbox console  ${api}/
  API              ${api}/app/
  Card gateway     ${gateway}/

  Test card 4111 1111 1111 1111, any future expiry and any code; the console lists more.
  Ctrl+C stops it.
`);
    return close;
  });
}
