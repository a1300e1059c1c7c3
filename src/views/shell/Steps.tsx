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

/** Where the donor is. The numbers are drawn by the style sheet, so that a step's text is its name alone. */
export function Steps({ actor }: { actor: SignupActor }) {
  const view = useSelector(actor, viewOf);
  const current = currentStep[view];
  return (
    <div className="steps container">
      {/* The donor does something in two of the three: completion is a page that is only read. */}
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
