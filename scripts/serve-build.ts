import { screens } from '../deploy/addresses.ts';
import { headersOfBuild } from '../deploy/built-site.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { buildForSandbox } from './build.ts';

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
  const sandbox = await startSandbox({
    port,
    distFolder,
    screens,
    siteHeaders: (path, status) => ({ ...formHeaders(path, status), ...headersNow?.() }),
    ...options,
  });
  return { ...sandbox, distFolder };
}
