import { memo } from 'react';
import type { FieldOf } from '../../../signup/form.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { useFormValue } from '../field-values.ts';
import { controlId } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';

type CheckFieldProps = { name: FieldOf<boolean>; label: string; hint?: string };

/** A checkbox. It cannot break a rule, so it has no bubble. */
export const CheckField = memo(function CheckField({ name, label, hint }: CheckFieldProps) {
  const { change } = useFieldActions();
  const checked = useFormValue(name);
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id={controlId(name)}
          name={name}
          checked={checked}
          aria-describedby={hint ? `hint-${name}` : undefined}
          onChange={(event) => change({ name, value: event.target.checked })}
        />
        <Bilingual text={label} />
      </label>
      {hint && (
        <p id={`hint-${name}`} className="field-hint check-hint">
          {hint}
        </p>
      )}
    </div>
  );
});
