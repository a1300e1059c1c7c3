import { memo } from 'react';

type OptionsProps = {
  choices: readonly string[];
  /** The label of a choice. Default: the choice itself. */
  labelOf?: ((choice: string) => string) | undefined;
  /** Added to each label, such as 年. */
  unit?: string | undefined;
};

/** The options of a list. Memoised, so that an error in the row does not render 200 countries. */
export const Options = memo(function Options({ choices, labelOf, unit = '' }: OptionsProps) {
  return choices.map((choice) => (
    <option key={choice} value={choice}>
      {(labelOf ? labelOf(choice) : choice) + unit}
    </option>
  ));
});
