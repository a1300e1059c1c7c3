import { useSelector } from '@xstate/react';
import type { SignupActor } from '../signup-actor.ts';
import { type View, viewOf } from '../state-path.ts';

const steps = ['入力', '確認', '完了'] as const;

const currentStep: Record<View, (typeof steps)[number]> = {
  input: '入力',
  confirm: '確認',
  cardRedirect: '確認',
  callback: '確認',
  complete: '完了',
};

/** The step indicator. The style sheet draws the numbers, so that a step's text is only its name. */
export function Steps({ actor }: { actor: SignupActor }) {
  const view = useSelector(actor, viewOf);
  const current = currentStep[view];
  return (
    <div className="steps container">
      {/* Two, not three: the donor does nothing in the step of completion. */}
      {view === 'input' ? <p className="steps-count">ステップ1／2</p> : null}
      {view === 'confirm' ? <p className="steps-count">ステップ2／2</p> : null}
      <ol aria-label="お申し込みの手順">
        {steps.map((step) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
