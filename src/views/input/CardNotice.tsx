import { useSelector } from '@xstate/react';
import { Fragment, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { NewTabLink } from '../shell/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import './card-notice.css';

const { officeHours } = organisation.words;

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
          {organisation.payment.card?.notes.map(({ heading, text, list }) => (
            <Fragment key={heading}>
              <h3>{heading}</h3>
              {text && <p>{text}</p>}
              {list && (
                <ul>
                  {list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </Fragment>
          ))}

          <h3>お問い合わせ先</h3>
          <p>
            {organisation.name}
            <br />
            電話{' '}
            <a className="unbroken" href={`tel:${organisation.phone}`}>
              {organisation.phone}
            </a>
            {officeHours && `（${officeHours}）`}
            <br />
            {organisation.fax && (
              <>
                FAX <span className="unbroken">{organisation.fax}</span>
                <br />
              </>
            )}
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
