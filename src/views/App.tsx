import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { CardSource } from '../signup/form.ts';
import type { StorageProblem } from '../signup/saved-session.ts';
import { CallbackView } from './callback/CallbackView.tsx';
import { CardRedirectView } from './card-redirect/CardRedirectView.tsx';
import { CompleteView } from './complete/CompleteView.tsx';
import { ConfirmView } from './confirm/ConfirmView.tsx';
import { CardNotice } from './input/CardNotice.tsx';
import { InputView } from './input/InputView.tsx';
import { useIsLive, usePrerenderedDate } from './prerendered-date.ts';
import { restorePlace, type ScreenSnapshot } from './screen-snapshot.ts';
import { documentTitle } from './shell/document-title.ts';
import { ErrorList } from './shell/ErrorList.tsx';
import { Footer } from './shell/Footer.tsx';
import { PageTitle } from './shell/PageTitle.tsx';
import { Steps } from './shell/Steps.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { Wordmark } from './shell/Wordmark.tsx';
import type { SignupActor } from './signup-actor.ts';
import { statePath, viewOf } from './state-path.ts';
import '#organisation/colours.css';
import './shell/tokens.css';
import './shell/base.css';
import './shell/shell.css';

export type AppProps = {
  actor: SignupActor;
  /** Lets the tokeniser read the card from the input view. */
  cardSource: CardSource;
  /** When the page opened. Decides which years are offered and the months of the first debit. */
  now: Date;
  /** Why a reload loses the draft, or null. */
  storageProblem?: StorageProblem | null;
  /** The year for which the page was prerendered. Absent if it was not. */
  prerenderedIn?: number;
  /** Takes a snapshot of the screen that this page replaces, just before it does. */
  earlier?: (() => ScreenSnapshot) | undefined;
  /** Called once, when all event handlers are in place. */
  onReady?: (() => void) | undefined;
};

type ScreenProps = Pick<AppProps, 'actor' | 'cardSource' | 'now'> & {
  storageProblem: StorageProblem | null;
  /** The replaced screen; null once the first screen is mounted. */
  earlier: { current: ScreenSnapshot | null };
};

/** The whole page. Each part selects what it shows, so that a key renders one row of the form and nothing else. */
export function App(props: AppProps) {
  const { actor, cardSource, now, storageProblem = null, prerenderedIn, earlier, onReady } = props;
  const today = usePrerenderedDate(now, prerenderedIn);
  const [before] = useState(() => ({ current: earlier?.() ?? null }));
  useEffect(() => {
    if (before.current) restorePlace(before.current);
    before.current = null;
    onReady?.();
  }, [before, onReady]);
  return (
    <>
      <WindowTitle actor={actor} />
      <header>
        <Wordmark />
        <PageTitle actor={actor} />
      </header>
      <Main actor={actor}>
        <Steps actor={actor} />
        <div className="container screen">
          <ErrorList actor={actor} />
          <Waiting actor={actor} />
          <Screen
            actor={actor}
            cardSource={cardSource}
            now={today}
            storageProblem={storageProblem}
            earlier={before}
          />
        </div>
      </Main>
      <Footer actor={actor} />
    </>
  );
}

function WindowTitle({ actor }: { actor: SignupActor }) {
  const title = useSelector(actor, documentTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

function Main({ actor, children }: { actor: SignupActor; children: ReactNode }) {
  const path = useSelector(actor, ({ value }) => statePath(value));
  return <main data-state={useIsLive() ? path : 'opening'}>{children}</main>;
}

function Screen({ actor, cardSource, now, storageProblem, earlier }: ScreenProps) {
  const view = useSelector(actor, viewOf);
  switch (view) {
    case 'input':
      return (
        <>
          <InputView
            actor={actor}
            cardSource={cardSource}
            now={now}
            storageProblem={storageProblem}
            earlier={earlier}
          />
          <CardNotice actor={actor} />
        </>
      );
    case 'confirm':
      return <ConfirmView actor={actor} now={now} />;
    case 'cardRedirect':
      return <CardRedirectView actor={actor} />;
    case 'callback':
      return <CallbackView actor={actor} />;
    case 'complete':
      return <CompleteView actor={actor} />;
    default:
      return view satisfies never;
  }
}
