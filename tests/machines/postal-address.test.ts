import fc from 'fast-check';
import { test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { savedSessionOf, signupMachine } from '../../src/machines/signup.ts';
import type { SignupInput } from '../../src/machines/signup-parts.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { Address, FieldChange, SignupForm } from '../../src/signup/form.ts';
import { postalMismatch } from '../../src/signup/postal-address.ts';
import { parseSavedSession, serialiseSavedSession } from '../../src/signup/saved-session.ts';

/** What the host knows; one code has no address, one never gets an answer. */
const addresses: Record<string, Address | null> = {
  '1000001': { prefecture: '東京都', city: '千代田区千代田' },
  '1500001': { prefecture: '東京都', city: '渋谷区神宮前' },
  '5300001': { prefecture: '大阪府', city: '大阪市北区梅田' },
  '9999999': null,
};
const failing = '1112222';
const NOW = Date.UTC(2026, 10, 21);

type Move =
  | { do: 'type'; change: FieldChange }
  | { do: 'accept' | 'decline' | 'reload' | 'review' | 'back' | 'answers' };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(addresses), failing, '100', '').map(typesCode) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('', '東京都', '大阪府', '沖縄県')
      .map((value): Move => types('prefecture', value)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', '千代田区', '千代田区千代田1丁目', '港区芝', 'London')
      .map((value): Move => types('city', value)),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map((value): Move => ({ do: 'type', change: { name: 'expatriate', value } })),
  },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom<Exclude<Move['do'], 'type'>[]>(
        'accept',
        'decline',
        'reload',
        'review',
        'back',
        'answers',
        'answers',
      )
      .map((name): Move => ({ do: name })),
  },
);

function types(name: 'zip' | 'prefecture' | 'city' | 'street', value: string): Move {
  return { do: 'type', change: { name, value } };
}

function typesCode(code: string): Move {
  return types('zip', code.replace(/^(\d{3})(\d{4})$/, '$1-$2'));
}

/** A donor with a tab that can be reloaded and a host whose answers come when the test says so. */
function donor() {
  let waiting: (() => void)[] = [];
  const machine = signupMachine.provide({
    actors: {
      postalLookup: postalLookupMachine.provide({
        actors: {
          lookUpPostalCode: fromPromise(
            ({ input: { postalCode }, signal }) =>
              new Promise<Address | null>((resolve, reject) => {
                const answer = () => {
                  if (postalCode === failing) reject(new CallFailure('noAnswer'));
                  else resolve(addresses[postalCode] ?? null);
                };
                waiting.push(answer);
                signal.addEventListener('abort', () => {
                  waiting = waiting.filter((other) => other !== answer);
                });
              }),
          ),
        },
      }),
    },
  });
  const open = (route: SignupInput['route'], json: string | null) =>
    createActor(machine, {
      input: {
        route,
        now: NOW,
        callback: null,
        saved: parseSavedSession(json, NOW),
        completion: null,
        allowedRedirectOrigins: [],
        seed: 'seed',
      },
    }).start();
  let actor = open('input', null);

  const settle = async () => {
    for (const answer of waiting.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const perform = async (next: Move) => {
    switch (next.do) {
      case 'type':
        return actor.send({ type: 'field.changed', change: next.change });
      case 'accept':
        return actor.send({ type: 'address.accepted' });
      case 'decline':
        return actor.send({ type: 'address.declined' });
      case 'review': {
        // what the schema asks for besides is of no interest here
        const { form } = actor.getSnapshot().context;
        const rest = { lastName: 'a', firstName: 'a', furigana: 'a', email: 'a', phone: '0' };
        const reviewed: SignupForm = { ...form, ...rest, paymentMethod: '引落（銀行・郵便）' };
        return actor.send({ type: 'input.confirmed', form: reviewed, at: NOW });
      }
      case 'back':
        return actor.send({ type: 'change.requested', field: null });
      case 'reload': {
        const json = serialiseSavedSession(savedSessionOf(actor.getSnapshot()), NOW);
        const route = actor.getSnapshot().matches('confirm') ? 'confirm' : 'input';
        actor.stop();
        waiting = [];
        actor = open(route, json);
        return;
      }
      case 'answers':
        return settle();
    }
  };
  return { perform, settle, snapshot: () => actor.getSnapshot(), stop: () => actor.stop() };
}

const told = ({ form, lookups }: { form: SignupForm; lookups: Parameters<typeof postalMismatch>[1] }) =>
  postalMismatch(form, lookups)?.kind;

test('whatever a donor does, a code never stands beside another address without a word', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14 }), async (moves) => {
      const { perform, settle, snapshot, stop } = donor();
      for (const next of moves) {
        const before = snapshot();
        await perform(next);
        const after = snapshot();
        if (before.matches('confirm') && after.matches('confirm') && next.do === 'answers') {
          const isSame = JSON.stringify(after.context.form) === JSON.stringify(before.context.form);
          if (!isSame || !after.context.isReviewed) throw new Error('an answer changed what was reviewed');
        }
      }
      await settle();
      const { context } = snapshot();
      const { form } = context;
      stop();
      const address = addresses[form.zip.replace('-', '')];
      if (form.expatriate || !address) return;
      const agrees = form.prefecture === address.prefecture && form.city.startsWith(address.city);
      const kind = told(context);
      if (agrees ? kind !== undefined : kind !== 'offered' && kind !== 'declined')
        throw new Error(`${form.zip} ${form.prefecture}${form.city}: ${kind}`);
      if (kind === 'declined' && !moves.some((next) => next.do === 'decline'))
        throw new Error('nobody declined');
    }),
    { numRuns: 500 },
  );
}, 60_000);

test.each<[string, Move[], string, string | undefined]>([
  [
    'the code of an address in another town',
    [typesCode('1000001'), { do: 'answers' }, { do: 'reload' }, typesCode('1500001')],
    '東京都渋谷区神宮前',
    undefined,
  ],
  [
    'a city that was cleared',
    [typesCode('1000001'), { do: 'answers' }, types('city', ''), typesCode('1500001')],
    '東京都渋谷区神宮前',
    undefined,
  ],
  [
    'the prefecture, chosen first',
    [types('prefecture', '東京都'), typesCode('1000001')],
    '東京都千代田区千代田',
    undefined,
  ],
  [
    'another prefecture, chosen first',
    [types('prefecture', '大阪府'), typesCode('1000001')],
    '大阪府',
    'offered',
  ],
  [
    'a city of the donor',
    [typesCode('1000001'), { do: 'answers' }, types('city', '港区芝'), typesCode('1500001')],
    '東京都港区芝',
    'offered',
  ],
  [
    'the municipality alone',
    [types('city', '千代田区'), typesCode('1000001')],
    '東京都千代田区千代田',
    undefined,
  ],
  [
    'an autofilled address whose street begins with the town',
    [
      types('prefecture', '東京都'),
      types('city', '千代田区'),
      types('street', '千代田1-1'),
      typesCode('1000001'),
    ],
    '東京都千代田区',
    undefined,
  ],
  [
    'the block behind the town',
    [typesCode('1000001'), { do: 'answers' }, types('city', '千代田区千代田1丁目')],
    '東京都千代田区千代田1丁目',
    undefined,
  ],
  [
    'life abroad before the answer',
    [
      typesCode('1000001'),
      { do: 'type', change: { name: 'expatriate', value: true } },
      { do: 'answers' },
      { do: 'type', change: { name: 'expatriate', value: false } },
    ],
    '東京都千代田区千代田',
    undefined,
  ],
  [
    'an address that was accepted',
    [types('city', '港区芝'), typesCode('1500001'), { do: 'answers' }, { do: 'accept' }],
    '東京都渋谷区神宮前',
    undefined,
  ],
  [
    'an address that was declined',
    [types('city', '港区芝'), typesCode('1500001'), { do: 'answers' }, { do: 'decline' }],
    '港区芝',
    'declined',
  ],
  [
    'a code without an address',
    [typesCode('1000001'), { do: 'answers' }, typesCode('9999999')],
    '東京都千代田区千代田',
    'doubtful',
  ],
  [
    'a code whose lookup fails',
    [typesCode('1000001'), { do: 'answers' }, typesCode(failing)],
    '東京都千代田区千代田',
    'doubtful',
  ],
])('after %s', async (_, moves, address, kind) => {
  const { perform, settle, snapshot, stop } = donor();
  for (const next of moves) await perform(next);
  await settle();
  const { context } = snapshot();
  stop();
  if (context.form.prefecture + context.form.city !== address || told(context) !== kind)
    throw new Error(`${context.form.prefecture}${context.form.city}: ${told(context)}`);
});
