import { suggestEmail } from '../../signup/email-typo.ts';
import { Button } from '../shell/Button.tsx';
import type { ControlProps } from './Field.tsx';
import { useFieldActions, useFormValue } from './field-actions.ts';
import { focusField } from './focus.ts';
import { TextField } from './TextField.tsx';

/**
 * The mail address, with a suggestion if it looks mistyped. Not `type="email"`: browsers change what is typed there, even
 * during a composition.
 */
export function EmailField() {
  return (
    <TextField
      name="email"
      hint="例：hanako@example.jp"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      below={suggestion}
    />
  );
}

const suggestion = (control: ControlProps, isEditing: boolean) => (
  <div role="status" className="suggestion-place">
    {!isEditing && !control['aria-invalid'] && <Suggestion />}
  </div>
);

function Suggestion() {
  const { change } = useFieldActions();
  const suggested = suggestEmail(useFormValue('email'));
  if (suggested === null) return null;
  const take = () => {
    change({ name: 'email', value: suggested });
    focusField('email');
  };
  return (
    <p className="suggestion">
      もしかして：
      <Button look="link" onClick={take}>
        {suggested}
      </Button>
      ですか？
    </p>
  );
}
