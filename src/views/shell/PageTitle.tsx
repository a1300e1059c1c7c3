import { useSelector } from '@xstate/react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { OrganisationMark } from '#organisation/OrganisationMark.tsx';
import { organisation } from '#organisation/organisation.ts';
import type { SignupActor } from '../signup-actor.ts';
import { viewOf } from '../state-path.ts';
import { headings } from './document-title.ts';

const { supporters } = organisation;

/**
 * The headline of the current screen. A new screen begins at its top (specification §2), also where the address stays, and
 * moves the focus here, so that screen readers announce it. If there are messages, their list gets the focus instead.
 */
export function PageTitle({ actor }: { actor: SignupActor }) {
  const view = useSelector(actor, viewOf);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);

  // Before the effects that lead to a message, or to the field that the donor wants to change.
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    // Unlike `scrollTo`, also for a donor who has zoomed in.
    document.documentElement.scrollIntoView();
    if (actor.getSnapshot().context.messages.length === 0) heading.current?.focus({ preventScroll: true });
  }, [actor, view]);

  const { title, addition } = headings[view];
  return (
    <div className="title-band">
      <div className="container title-band-inner">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title.map((phrase) => (
              <Fragment key={phrase}>
                <span className="phrase">{phrase}</span>
                <wbr />
              </Fragment>
            ))}
            {addition === undefined ? null : <span className="title-addition">{addition}</span>}
          </h1>
          {view === 'input' && supporters.number !== '' ? (
            <p>
              {supporters.before}
              <strong>{supporters.number}</strong>
              {supporters.after}
            </p>
          ) : null}
        </div>
        {view === 'input' ? (
          <div className="title-picture">
            <OrganisationMark />
          </div>
        ) : null}
      </div>
    </div>
  );
}
