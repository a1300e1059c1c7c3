import { useSelector } from '@xstate/react';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { organisation } from '../../signup/organisation.ts';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import './card-notice.css';

/** The notes on using credit cards, over the form (specification §1 and §2). */
export function CardNotice({ actor }: { actor: SignupActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches({ input: 'cardNotice' }));
  return isOpen ? <CardNoticeDialog onClosed={() => actor.send({ type: 'cardNotice.closed' })} /> : null;
}

/**
 * A native modal dialog: it keeps the focus inside, closes on Escape and gives the focus back by itself.
 * Every way of closing ends in its `close` event, and only that is told to the chart.
 */
function CardNoticeDialog({ onClosed }: { onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // A layout effect, so that closing comes before React takes the element away: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    title.current?.focus();
    return () => element?.close();
  }, []);

  // The event of a dialog that was opened again in the meantime is late news.
  const tellClosed = () => {
    if (!dialog.current?.open) onClosed();
  };
  const closeOnBackground = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current.close();
  };
  const close = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which the browser handles
    <dialog
      ref={dialog}
      className="card-notice"
      aria-labelledby="card-notice-title"
      onClose={tellClosed}
      onClick={closeOnBackground}
    >
      <div className="card-notice-sheet">
        <h2 id="card-notice-title" ref={title} tabIndex={-1}>
          クレジットカード
          <wbr />
          ご利用時の
          <wbr />
          注意事項
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <section className="card-notice-text" tabIndex={0} aria-labelledby="card-notice-title">
          <h3>ご利用いただけるカード</h3>
          <ul>
            <li>Visa、Master Card、JCB、American Express</li>
            <li>デビットカード、デビット機能付きのカードはご利用いただけません。</li>
            <li>日本国内で発行されたカードに限ります。</li>
          </ul>

          <h3>カード情報について</h3>
          <p>
            カードでのお支払いは、外部の決済代行会社を通じて行います。カード情報が当団体に保存されることはありません。
          </p>

          <h3>決済ができなかった場合</h3>
          <p>
            ご登録のカードで決済ができなかったときは、別のカードを登録いただくか、ほかのお支払い方法に変更いただきます。
          </p>

          <h3>ご支援の停止</h3>
          <p>ご支援を停止される場合は、当団体までご連絡ください。</p>

          <h3>その他</h3>
          <ul>
            <li>
              初回の引き落としは、通常、お申し込みの翌月または翌々月です。その後は毎月引き落とされます。
            </li>
            <li>カードのご利用明細には「{organisation.statementName}」と記載されます。</li>
            <li>カードのご利用にあたり、ご支援者さまの手数料のご負担はありません。</li>
          </ul>

          <h3>税制上の優遇措置</h3>
          <p>2014年4月1日以降のご寄付は、寄付金控除の対象になります。</p>

          <h3>ご請求が止まる時期</h3>
          <p>月末までにご連絡いただくと、翌月からのご請求を停止します。</p>

          <h3>お問い合わせ先</h3>
          <p>
            {organisation.name}
            <br />
            電話{' '}
            <a className="unbroken" href={`tel:${organisation.phone}`}>
              {organisation.phone}
            </a>
            （{organisation.officeHours}）
            <br />
            FAX <span className="unbroken">{organisation.fax}</span>
            <br />
            <NewTabLink href={organisation.links.contact}>
              お問い合わせ
              <wbr />
              ページ
            </NewTabLink>
          </p>
        </section>
        <div className="card-notice-close">
          <a className="button" href="/form/member" onClick={close}>
            閉じる
          </a>
        </div>
      </div>
    </dialog>
  );
}
