import type { BrowserEvent } from '../../src/services/browser-events.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { changesTo, executorsOf, type Ways } from '../events.ts';
import type { MemoryTab } from './memory-tab.ts';

/** For `path.test`: how each event is made to happen in memory, by a donor, the browser or a host. */
export function eventsIn(tab: MemoryTab) {
  const send = tab.send.bind(tab);
  const browse = (event: BrowserEvent) => tab.browse(event);
  const ways: Ways = {
    'form.filled': ({ typed }, { context: { form } }) => {
      for (const change of changesTo(form, typed)) send({ type: 'field.changed', change });
    },
    'field.changed': send,
    'field.left': send,
    'input.confirmed': send,
    'input.rejected': send,
    'card.discarded': send,
    'address.accepted': send,
    'address.declined': send,
    'draft.cleared': send,
    'cardNotice.opened': send,
    'cardNotice.closed': send,
    'agreement.changed': send,
    'change.requested': send,
    'confirm.submitted': send,
    'retry.requested': send,
    'waiting.ended': send,
    'signup.restarted': send,

    'page.opened': (event) => tab.open(event),
    // The clock has gone on.
    'time.passed': () => {},
    'route.requested': browse,
    'page.restored': browse,
    'page.revisited': browse,
    'connection.restored': browse,
    'storage.changed': send,
    'copy.found': send,
    'copy.finished': send,

    'accessToken.ready': () => tab.end('fetchAccessToken', {}),
    'accessToken.unavailable': ({ error }) => tab.end('fetchAccessToken', { error }),
    'accessToken.refused': () => tab.end('lookUpPostalCode', { error: new CallFailure('unauthorized') }),
    // An address that is late is another code's than the one that is looked up.
    'address.found': (event, { lookup }) =>
      lookup?.code === event.postalCode
        ? tab.end('lookUpPostalCode', { output: event.address })
        : send(event),
    'address.missing': () => tab.end('lookUpPostalCode', { output: null }),
    'xstate.done.actor.tokeniseCard': (event) => tab.end('tokeniseCard', event),
    'xstate.error.actor.tokeniseCard': (event) => tab.end('tokeniseCard', event),
    'xstate.done.actor.solveCaptcha': (event) => tab.end('solveCaptcha', event),
    'xstate.error.actor.solveCaptcha': (event) => tab.end('solveCaptcha', event),
    'xstate.done.actor.register': (event) => tab.end('register', event),
    'xstate.error.actor.register': (event) => tab.end('register', event),
    'xstate.done.actor.verifyCard': (event) => tab.end('verifyCard', event),
    'xstate.error.actor.verifyCard': (event) => tab.end('verifyCard', event),
  };
  return executorsOf(ways, (event, happen) => tab.step(event, () => happen(tab.now)));
}
