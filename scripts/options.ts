import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Ends the process with a sentence that says why. */
export function fail(message: string, code = 1): never {
  console.error(message);
  process.exit(code);
}

/** The sentence of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The options of a command line without arguments, as {@link readCommandLine} reads them. */
export const readOptions = <const Known extends Options>(usage: string, options: Known) =>
  readCommandLine(usage, options, false).values;

/**
 * The options and arguments of a command line. `--help` prints the usage and ends the program; an unknown option ends it
 * with a sentence, the usage and code 2.
 */
export function readCommandLine<const Known extends Options>(
  usage: string,
  options: Known,
  allowPositionals = true,
) {
  // A pipe that is closed early, as by `| head`, is not an error.
  process.stdout.on('error', () => process.exit());
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs({ options, allowPositionals, allowNegative: true });
  } catch (error) {
    fail(`${messageOf(error)}\n\n${usage}`, 2);
  }
}
