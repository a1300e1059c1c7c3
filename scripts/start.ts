import { titleOf } from '../deploy/built-site.ts';
import { PortInUseError } from '../sandbox/sandbox.ts';
import { readOptions } from './options.ts';
import { failForPort, readPort } from './ports.ts';
import { serveBuild } from './serve-build.ts';

/** API and gateway. */
const FURTHER_PORTS = 2;

readOptions('npm start: the form against the sandbox. PORT=5000 npm start takes 5000 to 5002.', {});
const port = readPort(FURTHER_PORTS);
console.log('Building the form for the sandbox …');
try {
  const sandbox = await serveBuild(port, {});
  const { site, api, gateway } = sandbox.addresses;
  console.log(`
  ${titleOf(sandbox.distFolder)}

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
  if (!(error instanceof PortInUseError)) throw error;
  failForPort(error.port, port, FURTHER_PORTS, 'npm start');
}
