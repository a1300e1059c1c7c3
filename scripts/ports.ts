import { fail } from './fail.ts';

/** API and gateway listen on the ports after the site's. */
const FURTHER_PORTS = 2;

/** From this one on, tests look for free ports. */
export const firstTestPort = Number(process.env.E2E_PORT ?? 4400);

/** The site's port: PORT, or 4173. Ends the process if that is no number or leaves too few ports after it. */
export function readPort(): number {
  const port = Number(process.env.PORT || 4173);
  const highest = 65_535 - FURTHER_PORTS;
  if (Number.isInteger(port) && port > 0 && port <= highest) return port;
  fail(`PORT must be a whole number from 1 to ${highest}, not "${process.env.PORT}".`);
}

/** Ends the process because `command` could not start: another one has a port, or `error` says why. */
export function failToStart(error: unknown, port: number, command: string): never {
  const isInUse = error instanceof Error && 'port' in error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isInUse) fail(error instanceof Error ? error.message : String(error));
  fail(
    `Port ${error.port} is in use, and ${command} needs ${port} to ${port + FURTHER_PORTS}.\n` +
      `Stop the program that has it, or choose other ports: PORT=${port === 5000 ? 5100 : 5000} ${command}`,
  );
}

/** Closes what runs at Ctrl+C, and ends the process. */
export function closeWhenStopped(close: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)));
}
