/** Ends the process with a sentence that says why. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
