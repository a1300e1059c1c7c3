import { it } from 'vitest';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { accessTokenPromises } from './access-token-promises.ts';
import { postalLookupPromises } from './postal-lookup-promises.ts';

it.each(Object.entries(accessTokenPromises))('%s', { tags: ['@§4.16', '@§9.1'] }, (_, holdsIn) =>
  holdsIn(accessTokenMachine),
);
it.each(Object.entries(postalLookupPromises))('%s', (_, holdsIn) => holdsIn(postalLookupMachine));
