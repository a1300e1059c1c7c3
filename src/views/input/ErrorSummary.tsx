import { useSelector } from '@xstate/react';
import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { inputFields, isOptional, label } from '../../signup/fields.ts';
import { type FieldName, isFormField } from '../../signup/form.ts';
import type { SignupActor } from '../signup-actor.ts';
import { BesideChartContext } from './field-actions.ts';
import { controlId, focusField } from './focus.ts';

/**
 * Tells why the form cannot go on yet and leads to each field; each attempt takes the focus here. Mended ones stay,
 * marked, so that nothing jumps.
 */
export function ErrorSummary({ actor }: { actor: SignupActor }) {
  const beside = useContext(BesideChartContext);
  const problems = beside?.problems ?? [];
  const expatriate = useSelector(actor, ({ context }) => context.form.expatriate);
  // An address in its other shape has lost its errors, but is not mended by that.
  const missing = useSelector(actor, ({ context: { form, card } }) =>
    inputFields(form, card !== null)
      .filter((name) => !isOptional(name) && (isFormField(name) ? form[name] : beside?.secrets[name]) === '')
      .join(' '),
  );
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);

  const wrong = [...Object.keys(beside?.errors ?? {}), ...missing.split(' ')];
  const follow = (event: MouseEvent, name: FieldName) => {
    event.preventDefault();
    focusField(name);
  };
  return (
    <section ref={box} className="notice notice-error summary" tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">{`入力内容をご確認ください（${problems.length}件）`}</h2>
      <ul>
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a href={`#${controlId(name)}`} onClick={(event) => follow(event, name)}>
              {`${label(name, expatriate)}：${message}`}
            </a>
            {wrong.includes(name) ? null : <span className="summary-mended">修正済み</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
