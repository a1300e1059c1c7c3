import { Component, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { App, type AppProps } from './App.tsx';
import { type ScreenSnapshot, takeSnapshot } from './screen-snapshot.ts';

/** As often as this a page is drawn again without the donor having done anything; more would be for ever. */
const MOST_REDRAWINGS = 10;

/**
 * Draws the app, and draws it again wherever it breaks. Translators and extensions move and replace what React has
 * made, and then React can neither change nor remove it. The chart has lost nothing by that: a clean element takes the
 * place of the broken one, and what the donor typed, and where they are, is carried over.
 * @param place the element to draw in
 * @param isPrerendered whether `place` holds the input screen already, to be taken over as it is
 * @param report is told of everything that broke
 */
export function drawApp(
  place: Element,
  isPrerendered: boolean,
  props: AppProps,
  report: (error: unknown, where: string) => void,
): void {
  let at = place;
  let redrawings = 0;
  let isBroken = false;
  let root: Root | undefined;
  const startCounting = () => {
    redrawings = 0;
  };
  for (const sign of ['pointerdown', 'keydown', 'input']) addEventListener(sign, startCounting, true);

  const drawAgain = (earlier: ScreenSnapshot) => {
    if (isBroken || redrawings > MOST_REDRAWINGS) return;
    isBroken = true;
    // React is still at work here; before anything is painted it is done.
    queueMicrotask(() => {
      root?.unmount();
      const clean = document.createElement('div');
      clean.id = at.id;
      if (at.isConnected) at.replaceWith(clean);
      else document.body.append(clean);
      at = clean;
      isBroken = false;
      redrawings += 1;
      const { onReady: _, ...again } = props;
      const content =
        redrawings > MOST_REDRAWINGS ? <Undrawable /> : <App {...again} earlier={() => earlier} />;
      const next = createRoot(clean, options);
      root = next;
      flushSync(() => next.render(guard(content)));
    });
  };
  const readNow = () => takeSnapshot(props.inputView.state ?? null);
  const guard = (content: ReactNode) => (
    <Boundary look={readNow} onBroken={drawAgain}>
      {content}
    </Boundary>
  );
  const options: RootOptions = {
    onCaughtError: (error) => report(error, 'view'),
    onUncaughtError: (error) => {
      report(error, 'view');
      drawAgain(readNow());
    },
    // The prerendered page was not as it was built: React has drawn its own.
    onRecoverableError: (error) => report(error, 'hydration'),
  };

  if (isPrerendered) {
    const app = guard(<App {...props} earlier={readNow} />);
    // As a transition it goes in short steps, between which the donor's keys and touches get their turn.
    startTransition(() => {
      root = hydrateRoot(place, app, options);
    });
  } else {
    root = createRoot(place, options);
    root.render(guard(<App {...props} />));
  }
}

type BoundaryProps = {
  look: () => ScreenSnapshot;
  onBroken: (earlier: ScreenSnapshot) => void;
  children: ReactNode;
};

class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };
  private earlier: ScreenSnapshot | null = null;

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    if (this.earlier) this.props.onBroken(this.earlier);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    // What the donor has can be seen now; with what is returned here it goes off the page.
    this.earlier ??= this.props.look();
    return null;
  }
}

/** The last resort: nothing in it can change, so nothing in it can break. */
function Undrawable() {
  return (
    <main className="container screen">
      <p className="notice notice-error">
        画面を表示できませんでした。
        {/* biome-ignore lint/a11y/useValidAnchor: this very address */}
        <a href="">もう一度読み込んでください</a>。
      </p>
    </main>
  );
}
