/** How often each measurement is made: `--runs`, from 1. Ends the program where it is no such number. */
export function readRuns(text: string): number {
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1) return runs;
  console.error('--runs must be a number from 1.');
  process.exit(1);
}
