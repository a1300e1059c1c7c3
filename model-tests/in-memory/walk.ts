import fc from 'fast-check';
import { organisation } from '#organisation/organisation.ts';
import { type NamedSample, samples } from '../signup/events.ts';
import type { Ledger } from '../signup/ledger.ts';
import { rareWays } from '../signup/rare-ways.ts';
import { changesIn, createSignupModel, shipped, signupPaths } from '../signup/signup-model.ts';
import { type Deed, deedsOf, type MemoryStage, play } from './stage.ts';

/** What a walk knows, and a note of each place that it comes to. */
type Walked = { ledger: Ledger; visit(ledger: Ledger): void };

/** One sample as a command: it is taken where it can happen, and every promise is held. */
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

/** A donor, hosts and a bank at random: what is likely comes more often, so that most walks get somewhere. */
export const walks = (replayPath?: string) =>
  fc.commands(
    samples.flatMap((sample) => Array(sample.weight).fill(fc.constant(new Take(sample)))),
    { size: 'max', maxCommands: 400, ...(replayPath ? { replayPath } : {}) },
  );

/**
 * Where the paths and the rare ways lead: from there the walks go on. The rare ways name samples that an organisation
 * without bank debit or overseas donors has not.
 */
export const knownWays = (): (readonly Deed[])[] => [
  ...createSignupModel(shipped).getPaths(signupPaths(changesIn)).map(deedsOf),
  ...(organisation.payment.bank && organisation.asks.overseas ? rareWays.map(([, deeds]) => deeds) : []),
];

/** Takes a walk on a stage, from where a path has led. Throws with the promise that is broken. */
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
