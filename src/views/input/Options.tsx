import { memo } from 'react';

type OptionsProps = {
  choices: readonly string[];
  /** What a choice says, where that is not the choice itself. */
  say?: ((choice: string) => string) | undefined;
  /** Stands behind each choice, such as 年. */
  unit?: string | undefined;
};

/** The choices of a list. Memoised: an error that comes into the row leaves its two hundred countries alone. */
export const Options = memo(function Options({ choices, say, unit = '' }: OptionsProps) {
  return choices.map((choice) => (
    <option key={choice} value={choice}>
      {(say ? say(choice) : choice) + unit}
    </option>
  ));
});
