import { it } from 'vitest';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { postalLookupPromises } from './postal-lookup-promises.ts';

it.each(Object.entries(postalLookupPromises))('%s', (_, holdsIn) => holdsIn(postalLookupMachine));
