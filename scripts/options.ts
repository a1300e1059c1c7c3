import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options of a command line that takes nothing else, read as {@link readCommandLine} does. */
export const readOptions = <const Known extends Options>(usage: string, options: Known) =>
  readCommandLine(usage, options, false).values;

/**
 * Options and whatever else a command line has. Ends the program where nothing is to be done with them: with the usage
 * after `--help`, with a sentence and the usage (code 2) after an option that there is not.
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

/** `| head` closes the pipe when it has seen enough, which is no fault. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
