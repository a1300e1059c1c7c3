import { useField, useFormikContext } from 'formik';
import { useLayoutEffect } from 'react';
import type { FieldName } from '../../signup/form.ts';
import { useFieldActions } from './input-form.ts';

/**
 * A field's error, and the number of attempts to continue. It renders at every error of any field, so use it in a small
 * component. An error goes as soon as its field is valid, and does not turn into another while the donor corrects it.
 */
export function useFieldError(name: FieldName): { error: string | undefined; attempt: number } {
  const { clearCorrected } = useFieldActions();
  const [, { touched, error }] = useField(name);
  const { submitCount } = useFormikContext();
  const shown = touched ? error : undefined;
  useLayoutEffect(() => {
    if (shown !== undefined) clearCorrected(name);
  });
  return { error: shown, attempt: shown === undefined ? 0 : submitCount };
}
