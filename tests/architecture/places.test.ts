import { expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { stateTitles } from '../../model-tests/signup/state-titles.ts';
import { donors, untouchedForm } from '../../model-tests/walks/donors.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { paymentMethods } from '../../src/signup/form.ts';

// What CONTRIBUTING.md lists and neither the types nor another test would ask for.

/** The states that a donor can be in, as dotted paths; one that only leads on is none. */
const restingPlaces = (node: AnyStateNode): string[] =>
  Object.keys(node.states).length > 0
    ? Object.values(node.states).flatMap(restingPlaces)
    : node.always || node.type === 'history'
      ? []
      : [node.path.join('.')];

it('model-tests/signup/state-titles.ts names every state in Japanese, and no other', () => {
  expect(Object.keys(stateTitles).toSorted()).toEqual(restingPlaces(signupMachine.root).toSorted());
});

it('model-tests/walks/donors.ts has a donor for each payment method', () => {
  const used = new Set(donors.map(({ answers }) => answers.paymentMethod ?? untouchedForm.paymentMethod));
  expect([...used].toSorted()).toEqual([...paymentMethods].toSorted());
});
