import { createContext, useContext } from 'react';
import type { Problem } from '../../machines/signup-parts.ts';
import type { CardField, FormField, InputChange, SignupForm } from '../../signup/form.ts';
import type { NameEvent, NameField } from '../../signup/furigana.ts';

type FieldsOf<Value> = {
  [Name in FormField]: [Value, SignupForm[Name]] extends [SignupForm[Name], Value] ? Name : never;
}[FormField];

/** The fields that hold any text; a list of radios has a type of its own. */
export type TextName = FieldsOf<string> | CardField;
/** The fields with a box to tick. */
export type CheckName = FieldsOf<boolean>;

/** What a control can tell the form. The functions never change, so that memoised rows stay as they are. */
export type FieldActions = {
  change: (change: InputChange) => void;
  /** The donor has left the field: its value is folded and checked. Resolves once that is done, never rejects. */
  blur: (name: TextName) => Promise<void>;
  /** The Japanese keyboard composes a name: the furigana follows it. */
  compose: (name: NameField, event: NameEvent) => void;
};

const doNothing = () => {};

export const FieldActionsContext = createContext<FieldActions>({
  change: doNothing,
  blur: () => Promise.resolve(),
  compose: doNothing,
});

export const useFieldActions = (): FieldActions => useContext(FieldActionsContext);

/** What the last attempt to go on has found: a bubble that was dismissed is shown again by the next one. */
export const AttemptContext = createContext<readonly Problem[]>([]);
