import { useSelector } from '@xstate/react';
import { Button } from '../shared/Button.tsx';
import { LoadAgain } from '../shell/LoadingPage.tsx';
import type { SignupActor } from '../signup-actor.ts';

/** Shown while the payment is being verified. Marked noindex (specification §2). */
export function CallbackView({ actor }: { actor: SignupActor }) {
  const wasNotSent = useSelector(actor, (snapshot) => snapshot.matches({ callback: 'notSent' }));
  const isSlow = useSelector(actor, (snapshot) => snapshot.matches({ callback: { verifying: 'slow' } }));
  const isReopening = useSelector(actor, (snapshot) => snapshot.matches({ callback: 'reopening' }));
  if (isReopening) return <LoadAgain />;
  return (
    <>
      <meta name="robots" content="noindex" />
      {wasNotSent ? (
        <>
          <p>カード会社の認証画面から戻りましたが、決済の確認がまだ済んでいません。</p>
          <Button look="primary" onClick={() => actor.send({ type: 'retry.requested' })}>
            もう一度確認する
          </Button>
        </>
      ) : (
        <p>
          カード会社の認証画面から戻りました。認証の結果を確認し、お申し込みの手続きを進めています。この画面を閉じたり、前の画面に戻ったりしないでください。
        </p>
      )}
      {isSlow && (
        <div className="stack" role="alert">
          <p>
            確認に時間がかかっています。1分ほどかかることがありますので、できるだけこのままお待ちください。お待ちいただけない場合、お申し込みが完了したかどうかをこの画面ではお知らせできません。
          </p>
          <Button look="link" onClick={() => actor.send({ type: 'waiting.ended' })}>
            待たずに入力画面に戻る
          </Button>
        </div>
      )}
    </>
  );
}
