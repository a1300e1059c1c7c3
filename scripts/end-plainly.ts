// For tools of others, by `node --import`: an option that they do not know, or `| head`, ends them without a stack.
import { endWithReader } from './options.ts';

endWithReader();
process.on('uncaughtException', (error) => {
  console.error(error.name === 'CACError' ? error.message : error);
  process.exit(1);
});
