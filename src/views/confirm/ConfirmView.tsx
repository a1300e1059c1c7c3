import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Agreement } from '../../machines/signup-parts.ts';
import { formatYen, paymentAmount } from '../../signup/amount.ts';
import { BANK_DEBIT, CARD, type FieldName, type SignupForm } from '../../signup/form.ts';
import { openRegistration, unknownOutcome } from '../../signup/messages.ts';
import { organisation } from '../../signup/organisation.ts';
import { organisationWords } from '../../signup/organisation-words.ts';
import { postalMismatch } from '../../signup/postal-address.ts';
import { BankFormAbroad } from '../shell/BankFormAbroad.tsx';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor, SignupSnapshot } from '../signup-actor.ts';
import { firstDebitMonths } from './first-debit.ts';
import { InputLink } from './InputLink.tsx';
import './confirm.css';

type ConfirmViewProps = { actor: SignupActor; now: Date };

/** Everything once more, read-only, and the one button that sends it (specification §2). */
export function ConfirmView({ actor, now }: ConfirmViewProps) {
  const form = useSelector(actor, ({ context }) => context.form);
  const isBusy = useSelector(actor, (snapshot) => snapshot.matches({ confirm: 'submitting' }));
  const paysByCard = form.paymentMethod === CARD;
  return (
    <div className="confirm">
      <p>
        お申し込みは<strong>まだ完了していません</strong>
        。内容をご確認のうえ、画面の下の<span className="unbroken">「送信する」を</span>押してください。
      </p>
      <div className="confirm-summary" inert={isBusy}>
        <Summary actor={actor} form={form} />
      </div>
      <UnfinishedWarning actor={actor} isBusy={isBusy} />
      <section className="panel stack" aria-labelledby="confirm-send">
        <h2 id="confirm-send">お申し込みの送信</h2>
        {paysByCard ? <CardTerms now={now} /> : <BankTerms isAbroad={form.expatriate} />}
        <p>
          <span>ご支援を停止するときは、</span>
          <NewTabLink href={organisation.links.contact}>お問い合わせ</NewTabLink>
          <span>ください。</span>
          {paysByCard ? <span>月末までにご連絡いただくと、翌月からのご請求を停止します。</span> : null}
        </p>
        <div className="confirm-agreements" inert={isBusy}>
          <AgreementBox actor={actor} name="understood">
            上記の内容と、毎月続けて引き落とされるご寄付であることを確認しました
          </AgreementBox>
          {paysByCard ? null : (
            <AgreementBox actor={actor} name="bankFormUnderstood">
              郵送される申込用紙に署名・押印し、10日以内に返送することを確認しました
            </AgreementBox>
          )}
        </div>
        <p className="confirm-amount" id="confirm-amount">
          <strong>毎月{formatYen(paymentAmount(form))}</strong>のご寄付を申し込みます
          <span className="confirm-method">お支払い方法：{form.paymentMethod}</span>
        </p>
        <Submit actor={actor} isBusy={isBusy} />
      </section>
      <div inert={isBusy}>
        <InputLink actor={actor} field={null} className="button button-link">
          入力画面に戻る
        </InputLink>
      </div>
    </div>
  );
}

function CardTerms({ now }: { now: Date }) {
  const [next, second] = firstDebitMonths(now);
  return (
    <>
      <p className="notice">
        「送信する」を押すと、<strong>カード会社の認証画面</strong>
        に移動します。認証のあとこの画面に戻り、確認が済むとお申し込みが完了します。
      </p>
      <p>
        初回の引き落としは、通常、お申し込みの翌月または翌々月（<span className="unbroken">{next}または</span>
        <span className="unbroken">{second}）です。</span>その後は毎月引き落とされます。
      </p>
    </>
  );
}

function BankTerms({ isAbroad }: { isAbroad: boolean }) {
  return (
    <>
      {isAbroad ? (
        <BankFormAbroad />
      ) : (
        <p className="notice">
          お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、<strong>10日以内</strong>
          にご返送ください。
        </p>
      )}
      {organisationWords.bankDebitStart === '' ? null : <p>{organisationWords.bankDebitStart}</p>}
    </>
  );
}

/** An earlier attempt is still open, at the server or at the bank: who sends again should know what may happen. */
function UnfinishedWarning({ actor, isBusy }: { actor: SignupActor; isBusy: boolean }) {
  const warning = useSelector(actor, ({ context: { unanswered, registrations } }) => {
    if (unanswered !== null) return unknownOutcome(unanswered);
    return registrations.length > 0 ? openRegistration : null;
  });
  if (isBusy || warning === null) return null;
  return (
    <section className="notice notice-warning stack" aria-labelledby="confirm-unfinished">
      <h2 id="confirm-unfinished">二重登録にご注意ください</h2>
      <p>{warning}</p>
    </section>
  );
}

type AgreementBoxProps = { actor: SignupActor; name: Agreement; children: ReactNode };

function AgreementBox({ actor, name, children }: AgreementBoxProps) {
  const checked = useSelector(actor, ({ context }) => context.agreements[name]);
  return (
    <label className="agreement">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => actor.send({ type: 'agreement.changed', name, checked: event.target.checked })}
      />
      <span>{children}</span>
    </label>
  );
}

function Submit({ actor, isBusy }: { actor: SignupActor; isBusy: boolean }) {
  const hasAgreed = useSelector(
    actor,
    ({ context: { agreements, form } }) =>
      agreements.understood && (form.paymentMethod !== BANK_DEBIT || agreements.bankFormUnderstood),
  );
  const progress = useSelector(actor, progressOf);
  const status = useRef<HTMLParagraphElement>(null);

  // A button that is disabled under the focus loses it to nowhere.
  useEffect(() => {
    if (isBusy) status.current?.focus({ preventScroll: true });
  }, [isBusy]);

  return (
    <>
      <button
        type="button"
        className="button button-primary button-large"
        disabled={!hasAgreed || isBusy}
        aria-describedby="confirm-amount confirm-status"
        onClick={() => actor.send({ type: 'confirm.submitted', at: Date.now() })}
      >
        {isBusy ? <span className="spinner" /> : null}
        <span>{isBusy ? '送信中...' : '送信する'}</span>
      </button>
      <p ref={status} id="confirm-status" className="muted" role="status" tabIndex={-1}>
        {hasAgreed || isBusy ? progress : '確認の欄にチェックを入れると、送信できます。'}
      </p>
    </>
  );
}

function progressOf(snapshot: SignupSnapshot): string | null {
  if (snapshot.matches({ confirm: { submitting: 'solvingCaptcha' } }))
    return '送信の前に、自動送信でないことを確認しています。';
  if (snapshot.matches({ confirm: { submitting: 'awaitingAccessToken' } })) return '送信の準備をしています。';
  if (snapshot.matches({ confirm: { submitting: 'registering' } }))
    return 'お申し込みを送信しています。画面を閉じずにお待ちください。';
  return null;
}

function Summary({ actor, form }: { actor: SignupActor; form: SignupForm }) {
  const maskedCardNumber = useSelector(actor, ({ context }) => context.card?.maskedCardNumber);
  const born = birthDateText(form);
  const needed = (isUnneeded: boolean) => (isUnneeded ? '不要' : '必要');
  const row = (field: FieldName, name: string, value: ReactNode) => (
    <div className="summary-row">
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className="summary-change">
        <InputLink actor={actor} field={field}>
          変更する<span className="visually-hidden">（{name}）</span>
        </InputLink>
      </dd>
    </div>
  );
  return (
    <>
      <section aria-labelledby="confirm-support">
        <h2 id="confirm-support">ご支援の内容</h2>
        <dl>{row('price', '毎月のご支援金額', <strong>{formatYen(paymentAmount(form))}</strong>)}</dl>
      </section>
      <section aria-labelledby="confirm-person">
        <h2 id="confirm-person">基本情報</h2>
        <dl>
          {row('lastName', 'お名前', `${form.lastName} ${form.firstName}`)}
          {row('furigana', 'ふりがな', form.furigana)}
          {row('email', 'メールアドレス', form.email)}
          {row('mailMagazine', '活動報告メール', form.mailMagazine ? 'はい' : 'いいえ')}
          {row(form.expatriate ? 'street' : 'zip', 'ご住所', <AddressText actor={actor} form={form} />)}
          {row('phone', '電話番号', form.phone)}
          {born === '' ? null : row('birthYear', '生年月日', born)}
          {form.gender === '' ? null : row('gender', '性別', form.gender)}
          {row('receipt', '領収書', needed(form.receipt))}
          {row('annualReport', '年次報告書', needed(form.annualReport))}
        </dl>
      </section>
      <section aria-labelledby="confirm-payment">
        <h2 id="confirm-payment">お支払い方法</h2>
        <dl>
          {row('paymentMethod', 'お支払い方法', form.paymentMethod)}
          {form.paymentMethod === CARD && maskedCardNumber !== undefined ? (
            <>
              {row('cardNum', 'カード番号', maskedCardNumber)}
              {row('expirationMonth', '有効期限', `${form.expirationMonth}月／${form.expirationYear}年`)}
            </>
          ) : null}
        </dl>
      </section>
    </>
  );
}

function AddressText({ actor, form }: { actor: SignupActor; form: SignupForm }) {
  const doubt = useSelector(actor, addressDoubt);
  if (form.expatriate) {
    const parts = [form.street, form.city, form.prefecture, form.zipExpatriate, form.country];
    return <span translate="no">{parts.join(', ')}</span>;
  }
  return (
    <>
      〒{form.zip}
      <br />
      {form.prefecture + form.city}
      <br />
      {form.street}
      {doubt === null ? null : (
        <p className="notice notice-warning summary-doubt" role="status">
          {doubt}
        </p>
      )}
    </>
  );
}

/** A code is never shown beside another code's address without a word (decision 16). */
function addressDoubt({ context: { form, lookups } }: SignupSnapshot): string | null {
  const mismatch = postalMismatch(form, lookups);
  if (mismatch === null) return null;
  if (mismatch.kind === 'doubtful') return '郵便番号と住所が合っているか、ご確認ください。';
  const { prefecture, city } = mismatch.address;
  return `〒${form.zip}の住所は、${prefecture}${city}です。ご住所をご確認ください。`;
}

/**
 * The parts that were given, `1980年2月29日` or `1980年`; empty when none was (specification §2). A day without its
 * month is no date and is not shown as part of one: instead it is said what is missing.
 */
function birthDateText({ birthYear, birthMonth, birthDay }: SignupForm): string {
  const year = birthYear && `${birthYear}年`;
  if (birthDay !== '' && birthMonth === '') return `${year}（月が選ばれていません）`;
  return year + (birthMonth && `${birthMonth}月`) + (birthDay && `${birthDay}日`);
}
