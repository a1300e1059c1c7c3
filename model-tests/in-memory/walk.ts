import fc from 'fast-check';
import { organisation } from '#organisation/organisation.ts';
import { type NamedSample, samples } from '../signup/events.ts';
import type { Ledger } from '../signup/ledger.ts';
import { rareWays } from '../signup/rare-ways.ts';
import { changesIn, createSignupModel, shipped, signupPaths } from '../signup/signup-model.ts';
import { type Deed, deedsOf, type MemoryStage, play } from './stage.ts';

/** A walk's ledger, and a function that notes each state that it reaches. */
type Walked = { ledger: Ledger; visit(ledger: Ledger): void };

/** One sample as a command of fast-check: taken where it can happen, with every promise checked. */
class Take implements fc.AsyncCommand<Walked, MemoryStage> {
  readonly #sample: NamedSample;

  constructor(sample: NamedSample) {
    this.#sample = sample;
  }

  check({ ledger }: Readonly<Walked>): boolean {
    return ledger.pages === 0 ? this.#sample.type === 'page.opened' : this.#sample.eventNow(ledger) !== null;
  }

  async run(walked: Walked, stage: MemoryStage): Promise<void> {
    const event = this.#sample.eventNow(walked.ledger);
    if (!event) return;
    walked.ledger = await stage.take(walked.ledger, event);
    walked.visit(walked.ledger);
  }

  toString(): string {
    return this.#sample.name;
  }
}

/** Random steps of donor, hosts and bank. Likely ones come more often, so that most walks get far. */
export const walks = (replayPath?: string) =>
  fc.commands(
    samples.flatMap((sample) => Array(sample.weight).fill(fc.constant(new Take(sample)))),
    { size: 'max', maxCommands: 400, ...(replayPath ? { replayPath } : {}) },
  );

/**
 * The paths and rare ways, from whose ends the walks go on. Some rare ways name samples that an organisation without bank
 * debit or overseas donors does not have.
 */
export const knownWays = (): (readonly Deed[])[] => [
  ...createSignupModel(shipped).getPaths(signupPaths(changesIn)).map(deedsOf),
  ...(organisation.payment.bank && organisation.asks.overseas ? rareWays.map(([, deeds]) => deeds) : []),
];

/** Takes a walk on a stage, from the end of a path. @throws Error with the broken promise */
export async function take(
  stage: MemoryStage,
  path: readonly Deed[],
  commands: Iterable<fc.AsyncCommand<Walked, MemoryStage>>,
  visit: Walked['visit'] = () => {},
): Promise<void> {
  try {
    const ledger = await play(stage, path);
    await fc.asyncModelRun(() => ({ model: { ledger, visit }, real: stage }), commands);
  } finally {
    stage.stop();
  }
}
