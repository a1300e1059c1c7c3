import { type MouseEvent, memo, useEffect, useRef } from 'react';
import type { Problem } from '../../machines/signup-parts.ts';
import { label } from '../../signup/fields.ts';
import type { FieldName } from '../../signup/form.ts';
import { controlId, focusField } from './focus.ts';

type ErrorSummaryProps = {
  /** What was wrong at the last attempt; each attempt brings a new list, which takes the focus. */
  problems: readonly Problem[];
  /** Names of the fields that are still wrong, joined by spaces: as a string it is the same while nothing changes. */
  stillWrong: string;
  expatriate: boolean;
};

/** Tells why the form cannot go on yet and leads to each field. Mended ones stay, marked, so that nothing jumps. */
export const ErrorSummary = memo(function ErrorSummary({
  problems,
  stillWrong,
  expatriate,
}: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);

  const wrong = stillWrong.split(' ');
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
});
