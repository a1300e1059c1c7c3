import { useSelector } from '@xstate/react';
import { FormikProvider } from 'formik';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { CardSecrets } from '../../signup/card/card-secrets.ts';
import type { ScreenSnapshot } from '../screen-snapshot.ts';
import { Button } from '../shared/Button.tsx';
import { LiveRegion } from '../shared/LiveRegion.tsx';
import { WindowTitle } from '../shell/WindowTitle.tsx';
import type { SignupActor } from '../signup-actor.ts';
import { AmountSection } from './amount/AmountSection.tsx';
import { DraftNote } from './DraftNote.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { useFieldErrorsLeft } from './field-errors.ts';
import { focusField } from './focus.ts';
import { FieldActionsContext, useInputForm } from './input-form.ts';
import { NextFieldError } from './NextFieldError.tsx';
import { PaymentSection } from './PaymentSection.tsx';
import { PledgePanel } from './PledgePanel.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { followPointer } from './settled-pointer.ts';
import { typedInto } from './typed-into.ts';
import './input.css';

export type InputViewProps = {
  actor: SignupActor;
  secrets: CardSecrets;
  /** Decides which years are offered. */
  now: Date;
  /** The screen that this one replaces or takes over; null once that is done. */
  earlier?: RefObject<ScreenSnapshot | null>;
};

/** Step 1 (specification §2). */
export const InputView = memo(function InputView(props: InputViewProps) {
  const { actor, secrets, now, earlier } = props;
  const clearedAt = useSelector(actor, ({ context }) => context.clearedAt);
  const fieldToChange = useSelector(actor, ({ context }) => context.fieldToChange);
  const hasWrongFields = useSelector(actor, ({ context }) => context.wrongFields.length > 0);
  const isCheckingCard = useSelector(actor, (snapshot) => snapshot.matches({ input: 'checkingCard' }));
  const { formik, actions } = useInputForm(actor, secrets);
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    const prerendered = earlier?.current?.prerendered;
    for (const change of prerendered ? typedInto(prerendered) : []) actions.change(change);
  }, [actions, earlier]);

  useEffect(() => {
    if (fieldToChange !== null) focusField(fieldToChange);
  }, [fieldToChange]);

  useEffect(() => {
    if (clearedAt === null) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView();
  }, [clearedAt]);

  useEffect(followPointer, []);

  return (
    <FieldActionsContext value={actions}>
      <FormikProvider value={formik}>
        {/* The live region is always there; a new key makes screen readers announce each clearing. */}
        <LiveRegion as="div">
          {clearedAt !== null && (
            <p key={clearedAt} className="notice">
              入力内容を消去しました。
            </p>
          )}
        </LiveRegion>
        <FormTitle actor={actor} />
        {hasWrongFields && <ErrorSummary />}
        <form ref={element} className="input-form" tabIndex={-1} noValidate aria-label="お申し込みフォーム">
          {/* Clearing renders new fields, so that undo brings nothing back. */}
          <div key={clearedAt} className="input-form-fields" inert={isCheckingCard}>
            <AmountSection />
            <ProfileSection now={now} />
            <PaymentSection now={now} />
          </div>
          <PledgePanel />
          {hasWrongFields && <NextFieldError />}
          <div className={fieldToChange === null ? 'input-form-end' : 'input-form-end is-within-reach'}>
            {/* No button submits, so Enter does not either (specification §2). */}
            <Button
              look="primary"
              id="go-on"
              aria-disabled={isCheckingCard || undefined}
              onClick={isCheckingCard ? undefined : actions.submit}
            >
              {isCheckingCard && <span className="spinner" />}
              <span>{isCheckingCard ? 'カード情報を確認しています…' : '入力内容を確認する'}</span>
            </Button>
            {fieldToChange !== null && <p className="muted">変更したら、このボタンで確認画面に戻れます。</p>}
          </div>
          <LiveRegion className="visually-hidden">
            {isCheckingCard ? 'カード情報を確認しています…' : formik.status}
          </LiveRegion>
        </form>
        <DraftNote isLocked={isCheckingCard} />
      </FormikProvider>
    </FieldActionsContext>
  );
});

/** Only Formik knows which errors are corrected. */
function FormTitle({ actor }: { actor: SignupActor }) {
  const { isCorrected } = useFieldErrorsLeft();
  return <WindowTitle actor={actor} isCorrected={isCorrected} />;
}
