import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { StorageProblem } from '../../signup/saved-session.ts';
import { Button } from '../shell/Button.tsx';

const reasons: Readonly<Record<StorageProblem, string>> = {
  forbidden: 'お使いのブラウザの設定により',
  full: 'ブラウザの保存領域に空きがないため',
};

type DraftNoteProps = {
  onClear: () => void;
  /** Why the draft is not kept, or null. */
  storageProblem: StorageProblem | null;
  /** True while the card is checked: the form cannot be changed. */
  isLocked: boolean;
};

/** Says whether the draft is kept, and clears it after a confirmation. */
export const DraftNote = memo(function DraftNote({ onClear, storageProblem, isLocked }: DraftNoteProps) {
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const keeper = useRef<HTMLButtonElement>(null);
  const ask = (isAsked: boolean) => {
    flushSync(() => setIsAsking(isAsked));
    (isAsked ? keeper : opener).current?.focus();
  };
  return (
    <div className="draft-note" inert={isLocked}>
      <p className="muted">
        {storageProblem === null
          ? '入力内容はこのタブに保存されています（カード番号とセキュリティコードを除きます）。ほかの方も使う端末では、終わったら消去してください。'
          : `${reasons[storageProblem]}、入力内容は保存されません。再読み込みしたり、画面を閉じたりすると消えます。`}
      </p>
      {/* Both stay in the page: if an extension has moved nodes, React cannot insert one later. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend of its own */}
      <div role="group" aria-labelledby="draft-question" className="draft-question" hidden={!isAsking}>
        <p id="draft-question">入力した内容をすべて消去しますか？</p>
        <Button
          onClick={() => {
            setIsAsking(false);
            onClear();
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
