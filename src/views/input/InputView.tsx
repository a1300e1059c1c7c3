import { useSelector } from '@xstate/react';
import { useFormik } from 'formik';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { birthDayEmptied } from '../../signup/messages.ts';
import type { InputValues } from '../../signup/schema.ts';
import type { EarlierScreen } from '../earlier-screen.ts';
import type { SignupActor } from '../signup-actor.ts';
import { AmountSection } from './AmountSection.tsx';
import { DraftNote } from './DraftNote.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { bubbleHintId } from './FieldBubble.tsx';
import { AttemptContext, FieldActionsContext } from './field-actions.ts';
import { focusField } from './focus.ts';
import type { FormSource } from './form-memory.ts';
import { createInputController, type InputScreen, loadRules, type Problem } from './input-controller.ts';
import { PaymentSection } from './PaymentSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { followPointer } from './settled-pointer.ts';
import { typedInto } from './typed-into.ts';
import './input.css';

type InputViewProps = {
  actor: SignupActor;
  cardSource: FormSource;
  /** Decides the years on offer. */
  now: Date;
  /** Whether what is typed outlives a reload. */
  keepsDraft?: boolean;
  /** What this screen takes the place of, while it does so. */
  earlier?: { current: EarlierScreen | null };
};

/** Step 1 (specification §2). A cleared draft starts the form anew. */
export const InputView = memo(function InputView(props: InputViewProps) {
  const { actor } = props;
  const draft = useSelector(actor, ({ context }) => context.draft);
  const [firstDraft] = useState(draft);
  const wasCleared = draft !== firstDraft;
  return (
    <>
      {/* There before it speaks, and outside the form that starts anew; a new paragraph each time is news each time. */}
      <div role="status">
        {wasCleared && (
          <p key={draft} className="notice">
            入力内容を消去しました。
          </p>
        )}
      </div>
      <InputForm key={draft} {...props} draft={draft} wasCleared={wasCleared} />
    </>
  );
});

const nothing: readonly Problem[] = [];

type InputFormProps = InputViewProps & { draft: number; wasCleared: boolean };

function InputForm(props: InputFormProps) {
  const { actor, cardSource, now, keepsDraft = true, earlier, draft, wasCleared } = props;
  const [memory] = useState(() => {
    const kept = earlier?.current?.memory;
    return kept?.draft === draft ? kept : null;
  });
  const formik = useFormik<InputValues>({
    initialValues: memory?.controller.values() ?? {
      ...actor.getSnapshot().context.form,
      cardNum: '',
      securityCode: '',
    },
    initialErrors: memory?.errors ?? {},
    initialTouched: memory?.touched ?? {},
    validateOnBlur: false,
    validateOnChange: false,
    onSubmit: () => {},
  });
  const isCheckingCard = useSelector(actor, (snapshot) => snapshot.matches({ input: 'checkingCard' }));
  const [fieldToChange] = useState(() => (wasCleared ? null : actor.getSnapshot().context.fieldToChange));
  const [problems, setProblems] = useState(memory?.problems ?? nothing);
  const [attempt, setAttempt] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState('');
  const [furiganaDoubtful, setFuriganaDoubtful] = useState(false);
  const [dayEmptied, setDayEmptied] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pointer = useRef<ReturnType<typeof followPointer>>(null);

  const [{ controller, screen }] = useState(() => {
    const screen: InputScreen = {
      setFieldValue: formik.setFieldValue,
      setValues: formik.setValues,
      setFieldTouched: formik.setFieldTouched,
      setTouched: formik.setTouched,
      setFieldError: formik.setFieldError,
      setErrors: formik.setErrors,
      showProblems: (found) => {
        setProblems(found);
        setAttempt((count) => count + 1);
      },
      announce: setAnnouncement,
      showFailure: setFailure,
      noteFuriganaDoubtful: setFuriganaDoubtful,
      noteDayEmptied: setDayEmptied,
      pointerSettled: () => pointer.current?.settled() ?? Promise.resolve(),
    };
    if (!memory) return { controller: createInputController(actor, formik.initialValues, screen), screen };
    return { controller: memory.controller, screen: Object.assign(memory.screen, screen) };
  });

  // Before anything is told to the chart, which may answer at once.
  useLayoutEffect(() => {
    const subscription = actor.on('address.changed', ({ address }) => controller.showAddress(address));
    controller.showAddress(actor.getSnapshot().context.form);
    return () => subscription.unsubscribe();
  }, [actor, controller]);

  useLayoutEffect(() => {
    const typed = earlier?.current;
    // A draft that was cleared stays so.
    if (!typed?.controls || wasCleared || (typed.memory && !memory)) return;
    for (const change of typedInto(typed.controls, controller.values())) controller.change(change);
  }, [controller, earlier, memory, wasCleared]);

  const { values, touched } = formik;
  const found = formik.errors;
  useLayoutEffect(() => {
    cardSource.memory = { draft, controller, screen, errors: found, touched, problems };
    return () => {
      cardSource.memory = null;
    };
  }, [cardSource, draft, controller, screen, found, touched, problems]);

  useEffect(() => {
    cardSource.read = controller.card;
    return () => {
      cardSource.read = null;
    };
  }, [cardSource, controller]);

  useEffect(() => {
    if (fieldToChange !== null) focusField(fieldToChange);
    else if (wasCleared) form.current?.focus();
  }, [fieldToChange, wasCleared]);

  useEffect(() => {
    const followed = followPointer();
    pointer.current = followed;
    return followed.stop;
  }, []);

  const errors = shownErrors(found, touched);
  return (
    <FieldActionsContext value={controller}>
      <AttemptContext value={attempt}>
        {problems.length > 0 && (
          <ErrorSummary
            problems={problems}
            stillWrong={Object.keys(errors).join(' ')}
            expatriate={values.expatriate}
          />
        )}
        <form
          ref={form}
          className="input-form"
          tabIndex={-1}
          noValidate
          aria-label="お申し込みフォーム"
          onSubmit={(event) => event.preventDefault()}
          onKeyDown={ignoreEnter}
          onFocus={() => void loadRules().catch(() => {})}
        >
          <div className="input-form-fields" inert={isCheckingCard}>
            <AmountSection values={values} errors={errors} />
            <ProfileSection
              actor={actor}
              values={values}
              errors={errors}
              furiganaStatus={
                furiganaDoubtful ? 'お名前が変わりました。ふりがなが合っているか、ご確認ください。' : ''
              }
              birthDateStatus={dayEmptied ? birthDayEmptied : ''}
              now={now}
            />
            <PaymentSection actor={actor} values={values} errors={errors} now={now} />
          </div>
          <div className={fieldToChange === null ? 'input-form-end' : 'input-form-end is-within-reach'}>
            <div role="alert">{failure && <p className="notice notice-error">{failure}</p>}</div>
            {/* Not a submit button: before the script runs that would send the form, and into the address bar. */}
            <button
              type="button"
              id="go-on"
              className="button button-primary button-large"
              aria-disabled={isCheckingCard || undefined}
              onClick={isCheckingCard ? undefined : controller.goOn}
            >
              {isCheckingCard && <span className="spinner" />}
              <span>{isCheckingCard ? 'カード情報を確認しています…' : '入力内容を確認する'}</span>
            </button>
            <p className="muted">
              {fieldToChange === null
                ? '次の画面で内容をご確認いただくまで、お申し込みは送信されません。'
                : '変更したら、このボタンで確認画面に戻れます。'}
            </p>
          </div>
          <p className="visually-hidden" role="status">
            {isCheckingCard ? 'カード情報を確認しています…' : announcement}
          </p>
          <p id={bubbleHintId} hidden>
            押すと、このお知らせを閉じます
          </p>
        </form>
        <DraftNote actor={actor} keepsDraft={keepsDraft} />
      </AttemptContext>
    </FieldActionsContext>
  );
}

/** Enter does not submit (specification §2); in a Japanese keyboard it only ends a composition. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Errors of touched fields only: nothing is red before the donor had a chance. */
function shownErrors(
  errors: Partial<Record<string, string>>,
  touched: Partial<Record<string, boolean>>,
): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => touched[name]));
}
