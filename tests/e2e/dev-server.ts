import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run dev` on `port`. Returns a function that ends it. */
export async function startDevServer(port: number): Promise<() => Promise<unknown>> {
  // Not the worker's own NODE_ENV: a build in the same worker sets it to production.
  const { NODE_ENV: _, ...environment } = process.env;
  const server = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...environment, PORT: String(port), DEV_WATCH: 'off' },
  });
  const exited = once(server, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const said of [server.stdout, server.stderr])
      said.on('data', (text: Buffer) => {
        output += text;
        if (output.includes('Ctrl+C')) resolve();
      });
    exited.then(() => reject(new Error(`npm run dev ended:\n${output}`)), reject);
  });
  return () => {
    server.kill('SIGINT');
    return exited;
  };
}
