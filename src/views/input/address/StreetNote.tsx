import { useSelector } from '@xstate/react';
import { streetWithoutCity } from '../../../signup/address/postal-address.ts';
import { Button } from '../../shared/Button.tsx';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { changeThenFocus } from '../focus.ts';
import { useFieldActions } from '../input-form.ts';

/** If the street repeats prefecture and city, as after autofill, offers it without them. */
export function StreetNote() {
  const { actor, change } = useFieldActions();
  const street = useSelector(actor, ({ context }) => streetWithoutCity(context.form));
  const take = (value: string) => changeThenFocus(() => change({ name: 'street', value }), 'street');
  return (
    <div className="address-note">
      <LiveRegion as="div">
        {street !== null && (
          <p>
            番地・建物名の欄に、上の欄と同じ都道府県や市区町村が入っています。番地・建物名だけにしますか？
          </p>
        )}
      </LiveRegion>
      {street !== null && (
        <div className="address-note-answers">
          <Button onClick={() => take(street)}>{`「${street}」だけにする`}</Button>
        </div>
      )}
    </div>
  );
}
