import { memo, useState } from 'react';
import { suggestEmail } from '../../signup/email-typo.ts';
import { Button } from '../shell/Button.tsx';
import { Field } from './Field.tsx';
import { useFieldActions, useFormValue } from './field-actions.ts';
import { focusField, isLeft } from './focus.ts';

/**
 * The mail address, with a suggestion if it looks mistyped. Not `type="email"`: browsers change what is typed there, even
 * during a composition.
 */
export const EmailField = memo(function EmailField() {
  const value = useFormValue('email');
  const { change, blur } = useFieldActions();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Field name="email" hint="例：hanako@example.jp">
      {(control) => {
        const suggestion = isEditing || control['aria-invalid'] ? null : suggestEmail(value);
        return (
          <>
            <input
              type="text"
              className="control"
              inputMode="email"
              enterKeyHint="next"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...control}
              value={value}
              onChange={(event) => {
                setIsEditing(true);
                change({ name: 'email', value: event.target.value });
              }}
              onBlur={(event) => {
                if (isLeft(event)) void blur('email').then(() => setIsEditing(false));
              }}
            />
            <div role="status" className="suggestion-place">
              {suggestion && (
                <p className="suggestion">
                  もしかして：
                  <Button
                    look="link"
                    onClick={() => {
                      change({ name: 'email', value: suggestion });
                      focusField('email');
                    }}
                  >
                    {suggestion}
                  </Button>
                  ですか？
                </p>
              )}
            </div>
          </>
        );
      }}
    </Field>
  );
});
