import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import { createCardSecrets } from '../../src/signup/card-secrets.ts';
import type { SignupForm } from '../../src/signup/form.ts';
import { untouchedSession } from '../../src/signup/saved-session.ts';
import { completeDonor, completeDonorByBank, withoutCard } from '../complete-donor.ts';

const press: SignupEvent = { type: 'input.confirmed', at: 0 };
const forward: SignupEvent = { type: 'route.requested', route: 'confirm', at: 0 };
const kept = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: 0 };
const byCard = withoutCard(completeDonor);
const byBank = withoutCard(completeDonorByBank);

it.each<
  [
    what: string,
    is: 'empty' | 'kept',
    form: SignupForm,
    event: SignupEvent,
    gateway?: () => Promise<typeof kept>,
  ]
>([
  ['bank debit leads to confirm', 'empty', byBank, press],
  ['the gateway has checked the card', 'empty', byCard, press, () => Promise.resolve(kept)],
  ['Forward leads to confirm', 'empty', byBank, forward],
  ['the draft is cleared', 'empty', byCard, { type: 'draft.cleared', at: 0 }],
  ['the gateway is still checking', 'kept', byCard, press, () => new Promise(() => {})],
  ['the gateway has refused', 'kept', byCard, press, () => Promise.reject(new Error('refused'))],
  ['a field breaks a rule', 'kept', byCard, { type: 'input.rejected', wrongFields: ['email'], at: 0 }],
  ['the card notice opens', 'kept', byCard, { type: 'cardNotice.opened' }],
])(
  'when %s, the card’s number and code are %s',
  { tags: '@§3.21' },
  async (_, is, form, event, gateway = () => Promise.resolve(kept)) => {
    const secrets = createCardSecrets();
    const machine = signupMachine.provide({
      actions: { clearSecrets: secrets.clear },
      actors: { tokeniseCard: fromPromise(gateway) },
    });
    const actor = createActor(machine, {
      input: {
        arrival: 'input',
        now: 0,
        callback: null,
        isOpenedByBank: false,
        link: [],
        allowedRedirectOrigins: [],
        seed: '',
        saved: { ...untouchedSession, form, isReviewed: true },
      },
    }).start();
    const { cardNum, securityCode } = completeDonor;
    // What the fields show: they draw it whenever they are told.
    let shown = secrets.read();
    secrets.subscribe(() => {
      shown = secrets.read();
    });
    secrets.write('cardNum', cardNum);
    secrets.write('securityCode', securityCode);
    actor.send(event);
    await new Promise((answered) => setImmediate(answered));
    actor.stop();
    const expected = is === 'kept' ? { cardNum, securityCode } : { cardNum: '', securityCode: '' };
    expect([secrets.read(), shown]).toEqual([expected, expected]);
  },
);
