import { createServer, type Server } from 'node:net';

/** How many ports a process gets. The last one is held while the process lives, and so tells the others to look further. */
const blockSize = 10;

/** Opens a server; `null` if another program has the port, or if this machine has no such address. */
function listen(port: number, host: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

/** Whether nobody has the port under either of the addresses that `localhost` means. */
async function isFree(port: number, hosts: readonly string[]): Promise<boolean> {
  for (const host of hosts) {
    const server = await listen(port, host);
    if (!server) return false;
    await close(server);
  }
  return true;
}

let taken: Promise<number> | undefined;

/**
 * The first of nine ports that are this process's own: no other process that runs tests, nor any other program, has them.
 * A process gets the same ones each time, the next process gets them again, so that builds for them are still fresh.
 * The search begins at `E2E_PORT`, 4400 by default.
 */
export function ownPorts(): Promise<number> {
  taken ??= takePorts();
  return taken;
}

async function takePorts(): Promise<number> {
  const ipv6 = await listen(0, '::1');
  if (ipv6) await close(ipv6);
  const hosts = ['127.0.0.1', ...(ipv6 ? ['::1'] : [])];
  for (let first = Number(process.env.E2E_PORT ?? 4400); first + blockSize < 65_536; first += blockSize) {
    const last = first + blockSize - 1;
    const holder = await listen(last, '127.0.0.1');
    if (!holder) continue;
    const ports = Array.from({ length: blockSize - 1 }, (_, index) => first + index);
    const free = await Promise.all(ports.map((port) => isFree(port, hosts)));
    if (free.every(Boolean)) {
      holder.unref();
      return first;
    }
    await close(holder);
  }
  throw new Error('There are no ten free ports in a row on this machine.');
}
