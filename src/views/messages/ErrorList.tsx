import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { NewTabLink } from '../shared/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import { ServerMessage } from './ServerMessage.tsx';
import './error-list.css';

/**
 * The messages, one list item each (docs/contracts.md). New messages get the focus, since they may appear far above
 * where the donor is.
 */
export function ErrorList({ actor }: { actor: SignupActor }) {
  const messages = useSelector(actor, ({ context }) => context.messages);
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (messages.length > 0) section.current?.focus();
  }, [messages]);

  if (messages.length === 0) return null;
  const isLong = messages.length > 5;
  return (
    <section
      ref={section}
      className="error-list"
      aria-labelledby="error-list-title"
      // Screen readers say it with the focus; a long list is read item by item.
      aria-describedby={isLong ? undefined : messages.map((_, index) => messageId(index)).join(' ')}
      tabIndex={-1}
    >
      <h2 id="error-list-title">ご確認ください</h2>
      {isLong && <p>{`全${messages.length}件（枠内をスクロールしてご覧ください）`}</p>}
      {/* tabIndex lets the keyboard scroll a long list. */}
      <ul data-errors="" tabIndex={isLong ? 0 : undefined}>
        {withIds(messages).map(({ id, message }) => (
          <li key={id + message}>
            <ServerMessage id={id} message={message} />
            <p className="error-list-contact">
              解決しない場合は、
              <NewTabLink href={organisation.links.contact}>お問い合わせください</NewTabLink>。
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const messageId = (index: number): string => `message-${index}`;

/** A server may send a message twice. */
const withIds = (messages: readonly string[]) =>
  messages.map((message, index) => ({ id: messageId(index), message }));
