import type { SignupState } from '../../src/machines/signup.ts';
import { expectSame } from '../expect-same.ts';
import { type ModelTab, shipped } from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { keptBy, saidBy } from '../table.ts';
import type { MemoryTab } from './memory-tab.ts';

/** For `path.test`: a state says, keeps and waits for in memory what the model says. */
export function look({ now, waitsFor }: MemoryTab, model: ModelTab): void {
  if (!model.page) return;
  const name = nameOf(model.at);
  if (now.at !== model.at) throw new Error(`Expected: ${name}. Seen: ${nameOf(now.at)}.`);
  expectSame(name, saidBy(model), saidBy(now));
  expectSame(`a reload of ${name}`, keptBy(shipped, model), keptBy(shipped, now));
  // The keys of `states`.
  const call = states[model.at as SignupState].waitsFor;
  const calls = waitsFor.filter((each) => !/AccessToken|PostalCode/.test(each));
  expectSame(name, { 'waits for': call ? [call] : [] }, { 'waits for': calls });
}
