import { useSelector } from '@xstate/react';
import { useFormik } from 'formik';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ScreenSnapshot } from '../screen-snapshot.ts';
import type { SignupActor } from '../signup-actor.ts';
import { AmountSection } from './AmountSection.tsx';
import { DraftNote } from './DraftNote.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { BesideChartContext, FieldActionsContext } from './field-actions.ts';
import { focusField } from './focus.ts';
import { createInputController, type InputScreen, noCard, type ViewValues } from './input-controller.ts';
import type { InputViewHandle } from './input-view-handle.ts';
import { NextProblem } from './NextProblem.tsx';
import { PaymentSection } from './PaymentSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { followPointer } from './settled-pointer.ts';
import { typedInto } from './typed-into.ts';
import './input.css';

type InputViewProps = {
  actor: SignupActor;
  inputView: InputViewHandle;
  /** Decides the years on offer. */
  now: Date;
  /** Whether what is typed outlives a reload. */
  keepsDraft?: boolean;
  /** What this screen takes the place of, while it does so. */
  earlier?: { current: ScreenSnapshot | null };
};

/** Step 1 (specification §2). */
export const InputView = memo(function InputView(props: InputViewProps) {
  const { actor, inputView, now, keepsDraft = true, earlier } = props;
  const clearedAt = useSelector(actor, ({ context }) => context.clearedAt);
  const fieldToChange = useSelector(actor, ({ context }) => context.fieldToChange);
  const problems = useSelector(actor, ({ context }) => context.problems);
  const isCheckingCard = useSelector(actor, (snapshot) => snapshot.matches({ input: 'checkingCard' }));
  const [memory] = useState(() => {
    const kept = earlier?.current?.memory;
    return kept?.clearedAt === clearedAt ? kept : null;
  });
  const [initial] = useState(() => memory?.screen.formik ?? { values: noCard, errors: {} });
  const formik = useFormik<ViewValues>({
    initialValues: initial.values,
    initialErrors: initial.errors,
    validateOnBlur: false,
    validateOnChange: false,
    onSubmit: () => {},
  });
  const [announcement, setAnnouncement] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const pointer = useRef<ReturnType<typeof followPointer>>(null);

  const [{ controller, screen }] = useState(() => {
    const screen: InputScreen = {
      formik,
      announce: setAnnouncement,
      pointerSettled: () => pointer.current?.settled() ?? Promise.resolve(),
    };
    if (!memory) return { controller: createInputController(actor, screen), screen };
    return { controller: memory.controller, screen: Object.assign(memory.screen, screen) };
  });

  useLayoutEffect(() => {
    screen.formik = formik;
  });

  useLayoutEffect(() => {
    controller.formChanged();
    const subscription = actor.subscribe(controller.formChanged);
    return () => subscription.unsubscribe();
  }, [actor, controller]);

  useLayoutEffect(() => {
    const typed = earlier?.current;
    // A draft that was cleared stays so.
    if (!typed?.controls || (typed.memory && !memory)) return;
    for (const change of typedInto(typed.controls, controller.values())) controller.change(change);
  }, [controller, earlier, memory]);

  useLayoutEffect(() => {
    inputView.state = { clearedAt, controller, screen };
    inputView.read = controller.card;
    return () => {
      inputView.state = null;
      inputView.read = null;
    };
  }, [inputView, clearedAt, controller, screen]);

  useEffect(() => {
    if (fieldToChange !== null) focusField(fieldToChange);
  }, [fieldToChange]);

  useEffect(() => {
    const followed = followPointer();
    pointer.current = followed;
    return followed.stop;
  }, []);

  const clear = useCallback(() => {
    flushSync(controller.clear);
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView();
  }, [controller]);

  const { values: secrets, errors } = formik;
  const beside = useMemo(() => ({ secrets, errors, problems }), [secrets, errors, problems]);
  return (
    <FieldActionsContext value={controller}>
      <BesideChartContext value={beside}>
        {/* There before it speaks; a new paragraph each time is news each time. */}
        <div role="status">
          {clearedAt !== null && (
            <p key={clearedAt} className="notice">
              入力内容を消去しました。
            </p>
          )}
        </div>
        {problems.length > 0 && <ErrorSummary actor={actor} />}
        <form
          ref={element}
          className="input-form"
          tabIndex={-1}
          noValidate
          aria-label="お申し込みフォーム"
          onSubmit={(event) => event.preventDefault()}
          onKeyDown={ignoreEnter}
        >
          <div className="input-form-fields" inert={isCheckingCard}>
            <AmountSection />
            <ProfileSection now={now} />
            <PaymentSection now={now} />
          </div>
          {problems.length > 0 && <NextProblem actor={actor} />}
          <div className={fieldToChange === null ? 'input-form-end' : 'input-form-end is-within-reach'}>
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
        </form>
        <DraftNote onClear={clear} keepsDraft={keepsDraft} isLocked={isCheckingCard} />
      </BesideChartContext>
    </FieldActionsContext>
  );
});

/** Enter does not submit (specification §2); in a Japanese keyboard it only ends a composition. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
