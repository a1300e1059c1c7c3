import { MemoryStage } from '../in-memory/stage.ts';
import { samples } from './events.ts';
import type { Happening } from './happening.ts';
import { emptyLedger } from './ledger.ts';
import type { Product } from './signup-model.ts';

const byBank = [
  'page.opened 3',
  'input.confirmed 2',
  'agreement.changed 1',
  'agreement.changed 3',
  'confirm.submitted',
];
const byCard = ['page.opened 3', 'input.confirmed 1', 'tokeniseCard done 1'];
const atBank = [
  ...byCard,
  'agreement.changed 1',
  'confirm.submitted',
  'accessToken.ready',
  'solveCaptcha done',
  'register done 1',
];

/** What shows only long after it has happened, by the names of samples: no shortest path comes by here. */
export const rareWays: Readonly<Record<string, readonly string[]>> = {
  'a new try may have its access token replaced again': [
    ...byBank,
    ...[
      'accessToken.ready',
      'solveCaptcha done',
      'register error 1',
      'accessToken.ready',
      'register error 2',
    ],
    ...['confirm.submitted', 'solveCaptcha done', 'register error 1'],
  ],
  'a lookup that waits for an access token gets it from the submission': [
    ...['page.opened 3', 'accessToken.ready', 'field.changed 2', 'accessToken.refused', 'input.confirmed 2'],
    ...[
      'agreement.changed 1',
      'agreement.changed 3',
      'confirm.submitted',
      'solveCaptcha done',
      'accessToken.ready',
    ],
  ],
  'a host that refuses the repeated settling gives its reasons on the fresh page': [
    ...[...atBank, 'page.opened 6', 'accessToken.ready', 'verifyCard error 1', 'accessToken.ready'],
    ...['verifyCard error 4', 'page.opened 2'],
  ],
  'a card grows old from its own time, whenever the browser has led to it': [
    ...[...byCard, 'change.requested 1', 'time.passed 3', 'route.requested 2', 'time.passed 2'],
  ],
  'a city of the donor’s own stays when its prefecture is chosen': [
    ...['page.opened 3', 'field.changed 2', 'field.changed 5', 'accessToken.ready', 'address.found 1'],
    ...['field.changed 9', 'field.changed 8'],
  ],
  'an address that was emptied is filled in by nothing but code and prefecture': [
    ...['page.opened 3', 'field.changed 2', 'accessToken.ready', 'address.found 1', 'field.changed 7'],
    ...['field.changed 1'],
  ],
};

/** Goes such a way with a product, and holds every promise. */
export async function goRareWay(product: Product, names: readonly string[]): Promise<void> {
  const stage = new MemoryStage(product);
  let ledger = emptyLedger;
  try {
    for (const name of names) {
      const event: Happening | null | undefined = samples
        .find((each) => each.name === name)
        ?.eventNow(ledger);
      if (!event) throw new Error(`${name} cannot happen in ${ledger.at}`);
      ledger = await stage.take(ledger, event);
    }
  } finally {
    stage.stop();
  }
}
