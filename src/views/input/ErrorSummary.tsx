import { useEffect, useRef } from 'react';
import { fieldMessages } from '../../signup/messages.ts';
import { Bilingual } from '../shared/Bilingual.tsx';
import { useFieldErrorsLeft } from './field-errors.ts';
import { controlId, focusField } from './focus.ts';
import { corrections } from './input-form.ts';

/** Lists the fields that are still to be corrected, with links. Each attempt to continue moves the focus here. */
export function ErrorSummary() {
  const { left, wrongFields, isCorrected } = useFieldErrorsLeft();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wrongFields.length > 0) box.current?.focus();
  }, [wrongFields]);

  const count = left.length < wrongFields.length ? corrections.left(left.length) : `${left.length}件`;
  return (
    <section
      ref={box}
      className={`notice ${isCorrected ? '' : 'notice-error '}summary`}
      tabIndex={-1}
      aria-labelledby="summary-title"
    >
      <h2 id="summary-title">
        {left.length > 0 ? `${corrections.check}（${count}）` : corrections[isCorrected ? 'done' : 'check']}
      </h2>
      {left.length === 0 && (
        <p>{isCorrected ? 'このまま' : 'ほかの項目もご確認のうえ、'}次へお進みください。</p>
      )}
      <ul>
        {left.map(({ name, label, message }) => (
          <li key={name}>
            <a
              href={`#${controlId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
            >
              {label}
              {/* Sighted donors see that a field is empty. */}
              <span className={message === fieldMessages.required ? 'visually-hidden' : undefined}>
                ：<Bilingual text={message ?? ''} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
