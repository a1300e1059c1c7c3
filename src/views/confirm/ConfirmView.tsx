import { useSelector } from '@xstate/react';
import {
  cardNeedsStorage,
  openInAnotherTab,
  openRegistration,
  unknownOutcome,
} from '../../signup/messages.ts';
import { type Agreement, hasAgreed, methodOf, placeOf } from '../../signup/payment-methods.ts';
import { Bilingual } from '../shared/Bilingual.tsx';
import { Button } from '../shared/Button.tsx';
import { LiveRegion } from '../shared/LiveRegion.tsx';
import { MethodNotice } from '../shared/MethodNotice.tsx';
import { NotKept, useStorageProblem } from '../shared/NotKept.tsx';
import { Pledge } from '../shared/Pledge.tsx';
import type { SignupActor, SignupSnapshot } from '../signup-actor.ts';
import { InputLink } from './InputLink.tsx';
import { Summary } from './Summary.tsx';
import './confirm.css';

type ConfirmViewProps = { actor: SignupActor; now: Date };

/** A read-only summary and the button that sends the application (specification §2). */
export function ConfirmView({ actor, now }: ConfirmViewProps) {
  const form = useSelector(actor, ({ context }) => context.form);
  const isBusy = useSelector(actor, (snapshot) => snapshot.matches({ confirm: 'submitting' }));
  const isCardExpired = useSelector(actor, (snapshot) => snapshot.matches({ confirm: 'cardExpired' }));
  const { agreements, needsCard, afterSending } = methodOf(form);
  const place = placeOf(form.expatriate);
  const problem = useStorageProblem(actor);
  return (
    <div className="confirm">
      {isCardExpired ? (
        <InputLink actor={actor} field="cardNum" className="button button-primary">
          カード情報を入力する
        </InputLink>
      ) : (
        <p>
          お申し込みは<strong>まだ完了していません</strong>
          。内容をご確認のうえ、<span className="unbroken">「送信する」を</span>押してください。
        </p>
      )}
      <div className="confirm-summary" inert={isBusy}>
        <Summary actor={actor} form={form} />
      </div>
      <div className="confirm-send">
        <NotKept actor={actor} />
        <UnfinishedWarning actor={actor} isBusy={isBusy} />
        {!isCardExpired && (
          <section className="panel stack" aria-labelledby="confirm-send">
            <h2 id="confirm-send">お申し込みの送信</h2>
            {needsCard && problem ? (
              <p className="notice notice-warning">{cardNeedsStorage[problem]}</p>
            ) : (
              <MethodNotice notice={afterSending[place]} />
            )}
            <Pledge form={form} now={now} id="confirm-amount" />
            <div className="confirm-agreements" inert={isBusy}>
              {agreements.map(({ name, ...text }) => (
                <AgreementBox key={name} actor={actor} name={name} text={text[place]} />
              ))}
            </div>
            <Submit actor={actor} isBusy={isBusy} />
          </section>
        )}
      </div>
      <div inert={isBusy}>
        <InputLink actor={actor} field={null} className="button button-link">
          入力画面に戻る
        </InputLink>
      </div>
    </div>
  );
}

/** Warns that sending may register twice, because of an earlier try or another tab. */
function UnfinishedWarning({ actor, isBusy }: { actor: SignupActor; isBusy: boolean }) {
  const warning = useSelector(actor, ({ context }) => {
    const { unanswered, application, registration } = context;
    const newest = unanswered.at(-1);
    if (newest) return unknownOutcome(newest.call);
    if (application.isCopied) return openInAnotherTab;
    return registration && !registration.isDeclined ? openRegistration : null;
  });
  if (isBusy || warning === null) return null;
  return (
    <section className="notice notice-warning stack" aria-labelledby="confirm-unfinished">
      <h2 id="confirm-unfinished">二重登録にご注意ください</h2>
      <p>{warning}</p>
    </section>
  );
}

type AgreementBoxProps = { actor: SignupActor; name: Agreement; text: string };

function AgreementBox({ actor, name, text }: AgreementBoxProps) {
  const checked = useSelector(actor, ({ context }) => context.agreements[name]);
  return (
    <label className="agreement">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => actor.send({ type: 'agreement.changed', name, checked: event.target.checked })}
      />
      <Bilingual text={text} />
    </label>
  );
}

function Submit({ actor, isBusy }: { actor: SignupActor; isBusy: boolean }) {
  const isBarred = useSelector(actor, ({ context }) => !hasAgreed(context));
  const progress = useSelector(actor, progressOf);
  return (
    <>
      {/* `disabled` would hide the reason from keyboards and screen readers; the chart refuses the press. A new element at each
          change, since in Firefox a changed description is read twice. */}
      <Button
        key={`${isBarred}`}
        look="primary"
        aria-disabled={isBarred || isBusy || undefined}
        aria-describedby={isBarred ? 'confirm-missing confirm-amount' : 'confirm-amount'}
        onClick={() => actor.send({ type: 'confirm.submitted', at: Date.now() })}
      >
        {isBusy ? <span className="spinner" /> : null}
        <span>{isBusy ? '送信中...' : '送信する'}</span>
      </Button>
      <div className="confirm-status muted">
        {isBarred && <p id="confirm-missing">確認の欄にチェックを入れると、送信できます。</p>}
        <LiveRegion>{progress}</LiveRegion>
      </div>
    </>
  );
}

function progressOf(snapshot: SignupSnapshot): string | null {
  if (snapshot.matches({ confirm: { submitting: 'solvingCaptcha' } }))
    return '送信の前に、安全のための確認をしています。';
  if (snapshot.matches({ confirm: { submitting: 'awaitingAccessToken' } })) return '送信の準備をしています。';
  if (snapshot.matches({ confirm: { submitting: 'registering' } }))
    return 'お申し込みを送信しています。画面を閉じずにお待ちください。';
  return null;
}
