// Installs the packages and the pinned Node 24 in a fresh clone. Plain JavaScript without dependencies, since it runs
// before anything is installed, on any Node from 20.19.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.set-up');
const shell = process.platform === 'win32';
const pinnedNode = join(root, 'node_modules', '.bin', shell ? 'node.cmd' : 'node');

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Version of the pinned Node, or nothing where it is missing or does not run here. */
const pinnedVersion = () => spawnSync(pinnedNode, ['--version'], { encoding: 'utf8', shell }).stdout?.trim();

/** @param {string[]} args */
function npm(args) {
  // Removes node_modules/.bin from PATH, so that npm does not run on the Node that it may replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.includes('node_modules'));
  const env = { ...process.env, PATH: path.join(delimiter) };
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell, env });
  if (error) stop(`npm could not be started (${error.message}). It comes with Node: https://nodejs.org`);
  return status === 0;
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`This needs Node 20.19 or later; here is ${process.versions.node}. Get one at https://nodejs.org`);

// If the lock file changes, the packages are installed again.
const lock = readFileSync(join(root, 'package-lock.json'));
const wanted = createHash('sha256').update(`${process.platform}-${process.arch}`).update(lock).digest('hex');
const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (installed !== wanted) {
  console.log(installed ? 'Packages changed: installing them anew …' : 'Installing packages (once) …');
  if (!npm(['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']))
    stop('Installing the packages failed (see above). Is the npm registry reachable?');
}
if (!pinnedVersion()?.startsWith('v24.')) {
  console.log('Installing the pinned Node 24 …');
  npm(['rebuild', 'node', '--foreground-scripts', '--loglevel=error']);
  if (!pinnedVersion()?.startsWith('v24.'))
    stop(
      'The pinned Node 24 (npm package "node") does not run. Its install script fetches the binary:\n' +
        'allow install scripts (npm config get ignore-scripts must say false), remove node_modules, try again.',
    );
}
if (installed !== wanted) writeFileSync(stampFile, wanted);
console.log(`Set-up is complete: packages, Node ${pinnedVersion()}.`);
