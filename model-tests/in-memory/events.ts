import type { BrowserEvent } from '../../src/services/navigation/browser-events.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { changesTo, executorsOf, testEvents, type Ways } from '../events.ts';
import type { MemoryTab } from './memory-tab.ts';

/** For `path.test`: how each event is made to happen in memory, by a donor, the browser or a host. */
export function eventsIn(tab: MemoryTab) {
  const send = tab.send.bind(tab);
  const browse = (event: BrowserEvent) => tab.browse(event);
  const ends = (['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const).flatMap((call) =>
    ['done', 'error'].map((how) => [`xstate.${how}.actor.${call}`, (end: object) => tab.end(call, end)]),
  );
  const others: Partial<Ways> = {
    'form.filled': ({ typed }, { context: { form } }) => {
      for (const change of changesTo(form, typed)) send({ type: 'field.changed', change });
    },
    'page.opened': (event) => tab.open(event),
    // The clock has gone on.
    'time.passed': () => {},
    'route.requested': browse,
    'page.restored': browse,
    'page.revisited': browse,
    'connection.restored': browse,
    'accessToken.ready': () => tab.end('fetchAccessToken', {}),
    'accessToken.unavailable': ({ error }) => tab.end('fetchAccessToken', { error }),
    'accessToken.refused': () => tab.end('lookUpPostalCode', { error: new CallFailure('unauthorized') }),
    // An address that is late is another code's than the one that is looked up.
    'address.found': (event, { lookup }) =>
      lookup?.code === event.postalCode
        ? tab.end('lookUpPostalCode', { output: event.address })
        : send(event),
    'address.missing': () => tab.end('lookUpPostalCode', { output: null }),
  };
  const ways = {
    ...Object.fromEntries(testEvents.map(({ type }) => [type, send])),
    ...Object.fromEntries(ends),
    ...others,
  };
  return executorsOf(ways, (event, happen) => tab.step(event, () => happen(tab.now)));
}
