import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { CallbackView } from './callback/CallbackView.tsx';
import { CardRedirectView } from './card-redirect/CardRedirectView.tsx';
import { CompleteView } from './complete/CompleteView.tsx';
import { ConfirmView } from './confirm/ConfirmView.tsx';
import { CardNotice } from './input/card/CardNotice.tsx';
import { InputView, type InputViewProps } from './input/InputView.tsx';
import { ErrorList } from './messages/ErrorList.tsx';
import { useIsLive, usePrerenderedDate } from './prerendered-date.ts';
import { restorePlace } from './screen-snapshot.ts';
import { Footer } from './shell/Footer.tsx';
import { PageTitle } from './shell/PageTitle.tsx';
import { Steps } from './shell/Steps.tsx';
import { Waiting } from './shell/Waiting.tsx';
import { WindowTitle } from './shell/WindowTitle.tsx';
import { Wordmark } from './shell/Wordmark.tsx';
import type { SignupActor } from './signup-actor.ts';
import { statePath, type View, viewOf } from './state-path.ts';
import '#organisation/colours.css';
import './shell/tokens.css';
import './shell/base.css';
import './shell/shell.css';

export type AppProps = Omit<InputViewProps, 'now'> & {
  /** The year for which the page was prerendered. Absent if it was not. */
  prerenderedIn?: number;
};

/** The whole page. Each part selects what it shows, so that a key renders one row of the form and nothing else. */
export function App({ prerenderedIn, ...props }: AppProps) {
  const { actor, earlier } = props;
  const now = usePrerenderedDate(actor, prerenderedIn);
  useEffect(() => {
    if (!earlier?.current) return;
    restorePlace(earlier.current);
    earlier.current = null;
  }, [earlier]);
  return (
    // React removes only this element, even if extensions have moved its children.
    <div id="app">
      <header>
        <Wordmark />
        <PageTitle actor={actor} />
      </header>
      <Main actor={actor}>
        <Steps actor={actor} />
        <div className="container screen">
          <ErrorList actor={actor} />
          <Waiting actor={actor} />
          <Screen {...props} now={now} />
        </div>
      </Main>
      <Footer actor={actor} />
    </div>
  );
}

function Main({ actor, children }: { actor: SignupActor; children: ReactNode }) {
  const path = useSelector(actor, ({ value }) => statePath(value));
  return <main data-state={useIsLive() ? path : 'opening'}>{children}</main>;
}

function Screen(props: InputViewProps) {
  const { actor, now } = props;
  const view = useSelector(actor, viewOf);
  if (view === 'input')
    return (
      <>
        <InputView {...props} />
        <CardNotice actor={actor} />
      </>
    );
  return (
    <>
      <WindowTitle actor={actor} />
      <LaterScreen actor={actor} view={view} now={now} />
    </>
  );
}

type LaterScreenProps = Pick<InputViewProps, 'actor' | 'now'> & { view: Exclude<View, 'input'> };

function LaterScreen({ actor, view, now }: LaterScreenProps) {
  switch (view) {
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
