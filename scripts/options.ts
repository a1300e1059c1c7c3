import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

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
  endWithReader();
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options, allowPositionals, allowNegative: true });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

/** A pipe that is closed early, as by `| head`, is not an error. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
