import { useSelector } from '@xstate/react';
import { flushSync } from 'react-dom';
import { streetWithoutCity } from '../../signup/postal-address.ts';
import { useFieldActions } from './field-actions.ts';
import { focusField } from './focus.ts';

/** Below a street that says prefecture and city again, as autofill does: the street without them is one press away. */
export function StreetNote() {
  const { actor, change } = useFieldActions();
  const street = useSelector(actor, ({ context }) => streetWithoutCity(context.form));
  const take = (value: string) => {
    // the pressed button is gone afterwards, and the focus must not go with it
    flushSync(() => change({ name: 'street', value }));
    focusField('street');
  };
  return (
    <div className="address-note">
      {/* There before it speaks, or a screen reader would not hear of it. */}
      <div role="status">
        {street !== null && (
          <p>
            番地・建物名の欄に、上の欄と同じ都道府県や市区町村が入っています。番地・建物名だけにしますか？
          </p>
        )}
      </div>
      {street !== null && (
        <div className="address-note-answers">
          <button type="button" className="button" onClick={() => take(street)}>
            {`「${street}」だけにする`}
          </button>
        </div>
      )}
    </div>
  );
}
