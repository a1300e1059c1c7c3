import { it } from 'vitest';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { accessTokenPromises } from './access-token-promises.ts';

it.each(Object.entries(accessTokenPromises))('%s', { tags: ['@§4.16', '@§9.1'] }, (_, holdsIn) =>
  holdsIn(accessTokenMachine),
);
