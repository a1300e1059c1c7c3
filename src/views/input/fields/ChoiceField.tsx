import { memo } from 'react';
import { label as labelOf } from '../../../signup/fields.ts';
import type { FieldChange } from '../../../signup/form.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { useFieldError } from '../field-errors.ts';
import { useFormValue } from '../field-values.ts';
import { controlId } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';
import { Badge } from './Field.tsx';
import { type DescribedField, useDescription } from './use-description.tsx';

type ChoiceName = 'price' | 'gender' | 'paymentMethod';

/** One radio: its label and the change that it makes. */
export type Choice = {
  change: Extract<FieldChange, { name: ChoiceName }>;
  label: string;
  detail?: string;
};

type ChoiceFieldProps = {
  name: ChoiceName;
  choices: readonly Choice[];
  hint?: string;
  /** The layout of the group, a class in input.css. */
  layout: 'amounts' | 'row' | 'halves';
};

/** A group of radios, each on a card that is large enough for a thumb. */
export function ChoiceField(props: ChoiceFieldProps) {
  const label = labelOf(props.name, useFormValue('expatriate'));
  const value = useFormValue(props.name);
  return <Choices {...props} label={label} value={value} {...useFieldError(props.name)} />;
}

type ChoicesProps = ChoiceFieldProps & DescribedField & { name: ChoiceName; value: string };

const Choices = memo(function Choices(props: ChoicesProps) {
  const { name, label, choices, value, layout } = props;
  const { change } = useFieldActions();
  const description = useDescription(props);
  return (
    <fieldset className="field" aria-describedby={description.ids}>
      <legend className="field-label">
        <Bilingual text={label} />
        <Badge name={name} />
      </legend>
      {description.hint}
      <div className={`choices choices-${layout}`}>
        {choices.map((choice, index) => (
          <label key={choice.change.value} className="choice">
            <input
              type="radio"
              id={controlId(name) + (index === 0 ? '' : `-${index}`)}
              name={name}
              value={choice.change.value}
              checked={choice.change.value === value}
              onChange={() => change(choice.change)}
              // Pressing the selected choice counts as choosing it: a link no longer changes it (decision 33).
              onClick={() => choice.change.value === value && change(choice.change)}
              onKeyDown={description.onKeyDown}
            />
            <span className="choice-text">
              <span className="choice-label">{choice.label}</span>
              {choice.detail && <span className="choice-detail">{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      {description.bubble}
    </fieldset>
  );
});
