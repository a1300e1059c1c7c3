import { resolve } from 'node:path';
import { headersOfBuild } from '../deploy/built-site.ts';
import { sandboxSettings } from '../scripts/sandbox-settings.ts';
import { allowedHostsOf } from './environment.ts';
import { PortInUseError, startSandbox } from './sandbox.ts';
import { plainSiteHeaders } from './site.ts';

const DEFAULT_PORT = 4173;
const HIGHEST_PORT = 65_533;

/** The site's port, from PORT; the next two are taken as well. */
function readPort(): number {
  const text = process.env.PORT;
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= HIGHEST_PORT) return port;
  fail(`PORT must be a whole number from 1 to ${HIGHEST_PORT}, not "${text}".`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const port = readPort();
try {
  const distFolder = resolve(process.env.SANDBOX_DIST ?? 'dist');
  const formHeaders = headersOfBuild(distFolder, { ...process.env, ...sandboxSettings(port) });
  const sandbox = await startSandbox({
    port,
    distFolder,
    databaseFile: process.env.SANDBOX_DB ?? `.sandbox/sandbox-${port}.db`,
    allowedHosts: allowedHostsOf(process.env),
    siteHeaders: (path) => ({ ...plainSiteHeaders(path), ...formHeaders(path) }),
  });
  const { site, api, gateway } = sandbox.addresses;
  console.log(`
  Form             ${site}/form/member
  Sandbox console  ${api}/
  API              ${api}/app/
  Card gateway     ${gateway}/

  Test card 4111 1111 1111 1111, any future expiry and any code; the console lists more.
  Ctrl+C stops it.
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
} catch (error) {
  if (error instanceof PortInUseError) {
    const other = port === 5000 ? 6000 : 5000;
    fail(
      `Port ${error.port} is in use, and the sandbox needs ${port}, ${port + 1} and ${port + 2}.\n` +
        `Stop the program that has it, or choose other ports: PORT=${other} npm start`,
    );
  }
  throw error;
}
