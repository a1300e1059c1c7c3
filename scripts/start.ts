import { titleOf } from '../deploy/built-site.ts';
import { paths } from '../src/signup/paths.ts';
import { readOptions } from './options.ts';
import { refuseFaultyOrganisation } from './organisation/check.ts';
import { closeWhenStopped, failToStart, readPort } from './ports.ts';
import { serveBuild } from './serve-build.ts';

readOptions('npm start: the form against the sandbox. PORT=5000 npm start takes 5000 to 5002.', {});
const port = readPort();
console.log('Building the form for the sandbox …');
try {
  await refuseFaultyOrganisation();
  const sandbox = await serveBuild(port);
  const { site, api, gateway } = sandbox.addresses;
  console.log(`
  ${titleOf(sandbox.distFolder)}

  Form             ${site}${paths.input}
  Sandbox console  ${api}/
  API              ${api}/app/
  Card gateway     ${gateway}/

  Test card 4111 1111 1111 1111, any future expiry and any code; the console lists more.
  Ctrl+C stops it.
`);
  closeWhenStopped(sandbox.close);
} catch (error) {
  failToStart(error, port, 'npm start');
}
