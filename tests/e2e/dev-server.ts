import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run dev` on `port` while `use` runs. */
export async function lendDevServer(port: number, use: (url: string) => Promise<void>): Promise<void> {
  // Not the worker's own NODE_ENV: a build in the same worker sets it to production.
  const { NODE_ENV: _, ...environment } = process.env;
  const server = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...environment, PORT: String(port), DEV_WATCH: 'off' },
  });
  let output = '';
  const exited = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text;
      if (output.includes('Ctrl+C')) resolve();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    exited.then(() => reject(new Error(`npm run dev ended:\n${output}`)), reject);
  });
  await use(`http://localhost:${port}`);
  server.kill('SIGINT');
  await exited;
}
