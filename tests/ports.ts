import { createServer, type Server } from 'node:net';
import { firstTestPort } from '../scripts/ports.ts';

/** The number of ports of a process. It keeps the last one open, so that other processes take others. */
const blockSize = 12;

/** The first port of each server that tests start. Each takes three ports, except the last. */
export interface Ports {
  sandbox: number;
  otherSandbox: number;
  devServer: number;
  /** nginx, or WebKit's driver. */
  otherServer: number;
}

/** Opens a server; `null` if another program has the port, or if this machine has no such address. */
function listen(port: number, host: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

async function isFree(port: number, host: string): Promise<boolean> {
  const server = await listen(port, host);
  if (server) await close(server);
  return server !== null;
}

let taken: Promise<Ports> | undefined;

/**
 * The ports of this process, which neither another process with tests nor any other program has. They are the first free
 * ones from {@link firstTestPort} on, so that a later run finds the builds that were made for them.
 */
export function ownPorts(): Promise<Ports> {
  taken ??= takePorts();
  return taken;
}

async function takePorts(): Promise<Ports> {
  // What `localhost` means.
  const hosts = ['127.0.0.1', ...((await isFree(0, '::1')) ? ['::1'] : [])];
  for (let first = firstTestPort; first + blockSize < 65_536; first += blockSize) {
    const last = first + blockSize - 1;
    const holder = await listen(last, '127.0.0.1');
    if (!holder) continue;
    const ports = Array.from({ length: blockSize - 1 }, (_, index) => first + index);
    const free = await Promise.all(ports.flatMap((port) => hosts.map((host) => isFree(port, host))));
    if (free.every(Boolean)) {
      holder.unref();
      return { sandbox: first, otherSandbox: first + 3, devServer: first + 6, otherServer: first + 9 };
    }
    await close(holder);
  }
  throw new Error('There are no twelve free ports in a row on this machine.');
}
