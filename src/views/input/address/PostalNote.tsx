import { useSelector } from '@xstate/react';
import { isFilled, postalMismatch } from '../../../signup/address/postal-address.ts';
import { postalCodeDigits } from '../../../signup/normalise.ts';
import { Button } from '../../shared/Button.tsx';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import type { SignupSnapshot } from '../../signup-actor.ts';
import { changeThenFocus } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';

/**
 * The lookup's result below the postal code: that it filled the address in, or that the code belongs to another address,
 * with a button to take that (decision 16).
 */
export function PostalNote() {
  const { actor } = useFieldActions();
  const note = useSelector(actor, noteOf);
  const offer = useSelector(actor, offerOf);
  const answer = (type: 'address.accepted' | 'address.declined') =>
    changeThenFocus(() => actor.send({ type }), 'city');
  return (
    <div className="address-note">
      <LiveRegion className="field-status">{note !== '' && <span key={note}>{note}</span>}</LiveRegion>
      <LiveRegion as="div">
        {offer !== null && (
          <p key={offer}>
            <span>この郵便番号の住所は、</span>
            <b>{offer}</b>
            <span>です。下の住所が合っているか、ご確認ください。</span>
          </p>
        )}
      </LiveRegion>
      {offer !== null && (
        <div className="address-note-answers">
          <Button onClick={() => answer('address.accepted')}>この住所にする</Button>
          <Button look="link" onClick={() => answer('address.declined')}>
            入力した住所のままにする
          </Button>
        </div>
      )}
    </div>
  );
}

/** With the address, for those who do not see the fields below: one text, since Orca would say parts of it again. */
function noteOf({ context: { form, lookups } }: SignupSnapshot): string {
  if (isFilled(form, lookups)) return `住所を入力しました：${form.prefecture}${form.city}`;
  // not while the answer may still come
  if (lookups.missing === null || postalCodeDigits(form.zip) !== lookups.missing) return '';
  if (form.prefecture + form.city === '') return '住所を自動で入力できませんでした。続けてご入力ください。';
  return postalMismatch(form, lookups)?.kind === 'doubtful'
    ? 'この郵便番号の住所を確認できませんでした。下の住所が合っているか、ご確認ください。'
    : '';
}

function offerOf({ context: { form, lookups } }: SignupSnapshot): string | null {
  const mismatch = postalMismatch(form, lookups);
  return mismatch?.kind === 'offered' ? mismatch.address.prefecture + mismatch.address.city : null;
}
