import { useEffect, useState } from 'react';
import { inputFields } from '../../signup/fields.ts';
import { Button } from '../shared/Button.tsx';
import { useFieldErrorsLeft } from './field-errors.ts';
import { focusField } from './focus.ts';
import { corrections, hasKeptCard, useFieldActions } from './input-form.ts';

/** A bar at the window's lower edge: how many errors are left, and a button to the next one. */
export function NextFieldError() {
  const { actor } = useFieldActions();
  const { left, isCorrected } = useFieldErrorsLeft();
  const [visited, setVisited] = useState('');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) setVisited(target.name);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  const snapshot = actor.getSnapshot();
  const order: readonly string[] = inputFields(snapshot.context.form, hasKeptCard(snapshot));
  const next = left.find(({ name }) => order.indexOf(name) > order.indexOf(visited)) ?? left[0];
  return (
    <div className="next-field-error">
      <span>{next ? corrections.left(left.length) : corrections[isCorrected ? 'done' : 'check']}</span>
      <Button onClick={() => (next ? focusField(next.name) : document.getElementById('go-on')?.focus())}>
        {next ? `次へ：${next.label}` : '確認ボタンへ'}
      </Button>
    </div>
  );
}
