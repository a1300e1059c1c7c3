import { useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import { postalCodeDigits } from '../../signup/normalise.ts';
import { isFilled, postalMismatch } from '../../signup/postal-address.ts';
import type { SignupSnapshot } from '../signup-actor.ts';
import { useFieldActions } from './field-actions.ts';
import { focusField } from './focus.ts';

/**
 * What a lookup has to say below the postal code, told to a screen reader too: that it filled the address in, or that
 * the donor's own words are not the code's address, which is then one press away (decision 16).
 */
export function PostalNote() {
  const { actor } = useFieldActions();
  const note = useSelector(actor, noteOf);
  const offer = useSelector(actor, offerOf);
  const answer = (type: 'address.accepted' | 'address.declined') => {
    // the pressed button is gone afterwards, and the focus must not go with it
    flushSync(() => actor.send({ type }));
    focusField('city');
  };
  return (
    <div className="address-note">
      <p className="field-status" role="status">
        {note}
      </p>
      {/* There before it speaks, or a screen reader would not hear of it. */}
      <div role="status">
        {offer !== null && (
          <p>
            <span>この郵便番号の住所は、</span>
            <strong key={offer}>{offer}</strong>
            <span>です。下の住所が合っているか、ご確認ください。</span>
          </p>
        )}
      </div>
      {offer !== null && (
        <div className="address-note-answers">
          <button type="button" className="button" onClick={() => answer('address.accepted')}>
            この住所にする
          </button>
          <button type="button" className="button button-link" onClick={() => answer('address.declined')}>
            入力した住所のままにする
          </button>
        </div>
      )}
    </div>
  );
}

function noteOf({ context: { form, lookups } }: SignupSnapshot): string {
  if (isFilled(form, lookups)) return '住所を入力しました。';
  // not while the answer may still come
  if (lookups.unanswered === null || postalCodeDigits(form.zip) !== lookups.unanswered) return '';
  if (form.prefecture + form.city === '') return '住所を自動で入力できませんでした。続けてご入力ください。';
  return postalMismatch(form, lookups)?.kind === 'doubtful'
    ? 'この郵便番号の住所を確認できませんでした。下の住所が合っているか、ご確認ください。'
    : '';
}

function offerOf({ context: { form, lookups } }: SignupSnapshot): string | null {
  const mismatch = postalMismatch(form, lookups);
  return mismatch?.kind === 'offered' ? mismatch.address.prefecture + mismatch.address.city : null;
}
