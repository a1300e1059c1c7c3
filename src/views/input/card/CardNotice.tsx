import { useSelector } from '@xstate/react';
import { Fragment, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { paths } from '../../../signup/paths.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import type { SignupActor } from '../../signup-actor.ts';
import './card-notice.css';

const { officeHours } = organisation.words;

let speakingAgain: ReturnType<typeof setTimeout> | undefined;

/**
 * While a modal dialog is open, the rest of the page is hidden from screen readers. When it comes back, Chromium
 * announces again all that live regions hold.
 * @returns a function that makes the regions live again, one second later
 */
function silenceLiveRegions(): () => void {
  clearTimeout(speakingAgain);
  const regions = document.querySelectorAll('[aria-live]');
  const setAll = (politeness: string) => {
    for (const region of regions) region.setAttribute('aria-live', politeness);
  };
  setAll('off');
  return () => {
    speakingAgain = setTimeout(setAll, 1000, 'polite');
  };
}

/**
 * The notes on using credit cards (specification §1 and §2). A native modal dialog: the browser keeps the focus inside, closes
 * it on Escape and restores the focus. Every way of closing fires `close`, and only then does the chart get its event. It stays
 * in the page: in Chromium, screen readers do not announce the returning focus while the dialog is removed.
 */
export function CardNotice({ actor }: { actor: SignupActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches({ input: 'cardNotice' }));
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** Where the last press began: selecting text from the sheet out to the background is a click on the dialog, too. */
  const isPressOutside = useRef(false);

  useLayoutEffect(() => {
    if (!isOpen) return;
    const element = dialog.current;
    const speakAgain = silenceLiveRegions();
    element?.showModal();
    title.current?.focus();
    return () => {
      element?.close();
      speakAgain();
    };
  }, [isOpen]);

  // `close` fires late: the dialog may be open again.
  const onDialogClose = () => {
    if (isOpen && !dialog.current?.open) actor.send({ type: 'cardNotice.closed' });
  };
  const beginPress = ({ target, currentTarget }: MouseEvent) => {
    isPressOutside.current = target === currentTarget;
  };
  const endPress = ({ target, currentTarget }: MouseEvent) => {
    isPressOutside.current &&= target === currentTarget;
  };
  const closeOnBackground = ({ target, currentTarget }: MouseEvent) => {
    if (isPressOutside.current && target === currentTarget) dialog.current?.close();
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
      onClose={onDialogClose}
      onMouseDown={beginPress}
      onMouseUp={endPress}
      onClick={closeOnBackground}
    >
      <div className="card-notice-sheet">
        <h2 ref={title} tabIndex={-1}>
          {/* An element inside the heading: if the heading itself held the first words, Orca would not announce the focus. */}
          <span id="card-notice-title">
            クレジットカード
            <wbr />
            ご利用時の
            <wbr />
            注意事項
          </span>
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it. Its name would be said at each heading. */}
        <div className="card-notice-text" tabIndex={0}>
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
        </div>
        <div className="card-notice-close">
          <a className="button" href={paths.input} onClick={close}>
            閉じる
          </a>
        </div>
      </div>
    </dialog>
  );
}
