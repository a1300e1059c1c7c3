import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { CallFailure, callFailureOf } from '../../src/signup/call-failure.ts';
import type { ChildModel } from './child-model.ts';

/** The code whose address is wanted, whether the call is under way, and whether its token was replaced already. */
type Facts = { code: string; isAsked: boolean; isRepeat: boolean; due: null };

const palace = { prefecture: '東京都', city: '千代田区千代田' };

/** The newest code counts, and no failure is told but that there is no address (specification §4, §7). */
export const postalLookup: ChildModel<Facts> = {
  machine: postalLookupMachine,
  call: 'lookUpPostalCode',
  file: 'model-tests/child-charts/postal-lookup.ts',
  samples: [
    { name: 'a code is entered', event: { type: 'postalCode.changed', postalCode: '1000001' } },
    { name: 'another code is entered', event: { type: 'postalCode.changed', postalCode: '5300001' } },
    { name: 'the code is gone', event: { type: 'postalCode.changed', postalCode: null } },
    { name: 'the access token arrives', event: { type: 'accessToken.ready' } },
    { name: 'the address is found', event: { type: 'answered', output: palace } },
    { name: 'no whole address is found', event: { type: 'answered', output: null } },
    {
      name: 'the access token is refused',
      event: { type: 'failed', error: new CallFailure('unauthorized') },
    },
    { name: 'no answer comes', event: { type: 'failed', error: new CallFailure('noAnswer') } },
  ],
  first: {
    facts: { code: '', isAsked: false, isRepeat: false, due: null },
    seen: { waitsFor: null, told: [] },
  },
  promised(facts, event, _) {
    const { code, isAsked, isRepeat } = facts;
    const asks = (next: Facts) => ({
      facts: { ...next, isAsked: true },
      seen: { waitsFor: { postalCode: next.code }, told: [] },
    });
    const ends = (...told: { type: string }[]) => ({
      facts: { ...facts, isAsked: false },
      seen: { waitsFor: null, told },
    });
    // Every event of the table above.
    const { postalCode, output, error } = Object(event);
    switch (event.type) {
      case 'postalCode.changed':
        return postalCode ? asks({ ...facts, code: postalCode, isRepeat: false }) : ends();
      case 'accessToken.ready':
        return isAsked ? { facts, seen: { waitsFor: { postalCode: code }, told: [] } } : asks(facts);
      case 'answered':
        return ends(
          output
            ? ({ type: 'address.found', postalCode: code, address: output } as { type: string })
            : missing(code),
        );
      default: {
        const isRefused = callFailureOf(error).reason === 'unauthorized' && !isRepeat;
        if (!isRefused) return ends(missing(code));
        const waiting = ends({ type: 'accessToken.refused' });
        return { ...waiting, facts: { ...waiting.facts, isRepeat: true } };
      }
    }
  },
};

const missing = (postalCode: string): { type: string } =>
  Object.assign({ type: 'address.missing' }, { postalCode });
