/**
 * The site's port: PORT, or 4173. Ends the process if that is no number or leaves too few ports after it.
 * @param further how many ports after it are needed
 */
export function readPort(further: number): number {
  const port = Number(process.env.PORT || 4173);
  const highest = 65_535 - further;
  if (Number.isInteger(port) && port > 0 && port <= highest) return port;
  fail(`PORT must be a whole number from 1 to ${highest}, not "${process.env.PORT}".`);
}

/** Ends the process because another one uses the port `taken`, which `command` needs. */
export function failForPort(taken: number, port: number, further: number, command: string): never {
  fail(
    `Port ${taken} is in use, and ${command} needs ${port} to ${port + further}.\n` +
      `Stop the program that has it, or choose other ports: PORT=${port === 5000 ? 5100 : 5000} ${command}`,
  );
}

/** Ends the process with a sentence that says why. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
