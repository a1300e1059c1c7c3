import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../shared/Button.tsx';
import { NotKept, useStorageProblem } from '../shared/NotKept.tsx';
import { useFieldActions } from './input-form.ts';

/**
 * Says whether the draft is kept, and clears it after a confirmation.
 * @param props `isLocked`: the card is being checked, and the form cannot be changed
 */
export const DraftNote = memo(function DraftNote({ isLocked }: { isLocked: boolean }) {
  const { actor, clear } = useFieldActions();
  const storageProblem = useStorageProblem(actor);
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const keeper = useRef<HTMLButtonElement>(null);
  const ask = (isAsked: boolean) => {
    flushSync(() => setIsAsking(isAsked));
    (isAsked ? keeper : opener).current?.focus();
  };
  return (
    <div className="draft-note" inert={isLocked}>
      <NotKept actor={actor} />
      <p className="muted" hidden={storageProblem !== null}>
        入力内容は、この画面を閉じるまで一時保存されます（カード番号とセキュリティコードを除きます）。ほかの方も使う端末では、お手続き後に消去してください。
      </p>
      {/* Both stay in the page: if an extension has moved nodes, React cannot insert one later. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend of its own */}
      <div role="group" aria-labelledby="draft-question" className="draft-question" hidden={!isAsking}>
        <p id="draft-question">入力した内容をすべて消去しますか？</p>
        <Button
          onClick={() => {
            setIsAsking(false);
            clear();
          }}
        >
          消去する
        </Button>
        <Button ref={keeper} look="link" onClick={() => ask(false)}>
          やめる
        </Button>
      </div>
      <Button ref={opener} look="link" id="clear-draft" hidden={isAsking} onClick={() => ask(true)}>
        入力内容を消去する
      </Button>
    </div>
  );
});
