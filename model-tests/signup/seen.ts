import type { AnyMachineSnapshot } from 'xstate';
import { savedSessionOf } from '../../src/machines/signup.ts';
import type { Problem, SignupContext } from '../../src/machines/signup-parts.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import type { AddressWords, CardToken, FieldName, SignupForm } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import type { PostalAddress } from '../../src/signup/postal-address.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';
import { untouchedForm } from '../walks/donors.ts';

/** What a reload finds again, in the words of these tests. */
export type Facts = {
  form: SignupForm;
  isReviewed: boolean;
  /** What stands in the kind of address that is not shown. */
  otherAddress: AddressWords;
  /** The address of the code, the one that was filled in last, and the code whose address the donor did not want. */
  answer: PostalAddress | null;
  filled: PostalAddress | null;
  declined: string | null;
  card: CardToken | null;
  application: SavedSession['application'];
  registration: { registerToken: string; completion: CompletionFields } | null;
  callback: CallbackParameter | null;
  settled: readonly string[];
  /** Which call has had no answer yet, or that the donor has gone to the bank's page. */
  pending: 'registerCard' | 'registerBank' | 'verifyCard' | 'bank' | null;
  /** What was said when a payment was not settled, before a fresh page shows it. */
  refusals: readonly string[];
  finished: { at: number; amount: number } | null;
};

/** What is known of a donor who has done nothing yet. */
export const nothing: Facts = {
  form: untouchedForm,
  isReviewed: false,
  otherAddress: { prefecture: '', city: '', street: '' },
  answer: null,
  filled: null,
  declined: null,
  card: null,
  application: null,
  registration: null,
  callback: null,
  settled: [],
  pending: null,
  refusals: [],
  finished: null,
};

/** The same in the words of the product. Nowhere else do these tests name what is stored. */
export function toSavedSession(facts: Facts): SavedSession {
  const { otherAddress, answer, filled, declined, settled, pending, ...same } = facts;
  return {
    ...same,
    hiddenAddress: otherAddress,
    lookups: { answer, filled, declined, unanswered: null },
    processedAccessIds: [...settled],
    unanswered: pending === 'bank' ? null : pending,
    isAtBank: pending === 'bank',
  };
}

/** What the screen shows beside the form. */
export type Shown = {
  errors: readonly string[];
  agreements: Readonly<Record<Agreement, boolean>>;
  /** The field that the donor has come to change. */
  fieldToChange: FieldName | null;
  /** What the list of mistakes says. */
  problems: readonly Problem[];
  /** When the draft was cleared, as long as that is said. */
  clearedAt: number | null;
  /** The code to which no address could be had. */
  codeWithoutAddress: string | null;
};

const noAgreement: Shown['agreements'] = { understood: false, bankFormUnderstood: false };

/** What a screen that nobody has done anything on shows. */
export const nothingShown: Shown = {
  errors: [],
  agreements: noAgreement,
  fieldToChange: null,
  problems: [],
  clearedAt: null,
  codeWithoutAddress: null,
};

/**
 * What somebody outside can see of the sign-up: on the screen, and by opening the page anew. That storage gives back
 * what it was given has tests of its own.
 */
export function seenOf(snapshot: AnyMachineSnapshot, save = savedSessionOf): Shown & { saved: SavedSession } {
  const context: SignupContext = snapshot.context;
  const { errors, agreements, fieldToChange, problems, clearedAt } = context;
  const codeWithoutAddress = context.lookups.unanswered;
  // The charts are mutants and copies of this one.
  const all = save(snapshot as Parameters<typeof save>[0]);
  const { form, isReviewed, hiddenAddress, card, application, registration, callback } = all;
  const { processedAccessIds, unanswered, isAtBank, refusals, finished } = all;
  const lookups = { ...all.lookups, unanswered: null };
  const saved = {
    ...{ form, isReviewed, hiddenAddress, lookups, card, application, registration, callback },
    ...{ processedAccessIds, unanswered, isAtBank, refusals, finished },
  };
  return { errors, agreements, fieldToChange, problems, clearedAt, codeWithoutAddress, saved };
}
