import { suggestEmail } from '../../../signup/profile/email-typo.ts';
import { Button } from '../../shared/Button.tsx';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { useFormValue } from '../field-values.ts';
import type { ControlProps } from '../fields/Field.tsx';
import { TextField } from '../fields/TextField.tsx';
import { changeThenFocus } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';

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
  <Suggestion isShown={!isEditing && !control['aria-invalid']} />
);

/** Announced as one sentence. The address in it is a button, which is the next stop of a screen reader. */
function Suggestion({ isShown }: { isShown: boolean }) {
  const { change } = useFieldActions();
  const suggested = suggestEmail(useFormValue('email'));
  const address = isShown ? suggested : null;
  const take = (value: string) => changeThenFocus(() => change({ name: 'email', value }), 'email');
  return (
    <>
      <LiveRegion className="visually-hidden">
        {address !== null && <span key={address}>{`もしかして：${address}ですか？`}</span>}
      </LiveRegion>
      {address !== null && (
        <p className="suggestion">
          <span aria-hidden="true">もしかして：</span>
          <Button look="link" onClick={() => take(address)}>
            {address}
            <span className="visually-hidden">に直す</span>
          </Button>
          <span aria-hidden="true">ですか？</span>
        </p>
      )}
    </>
  );
}
