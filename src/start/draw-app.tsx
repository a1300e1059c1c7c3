import { Component, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { App, type AppProps } from '../views/App.tsx';
import { type ScreenSnapshot, takeSnapshot } from '../views/screen-snapshot.ts';

/** No page breaks as often as this by what a donor does: it breaks by itself, and would for ever. */
const MOST_REDRAWINGS = 20;

/**
 * Draws the app, and draws it again wherever it breaks. Translators and extensions move and replace what React has
 * made, and then React can neither change nor remove it. The chart has lost nothing by that: a clean element takes the
 * place of the broken one, and is told what stood in it as the app is told what was typed before it came.
 * @param place the element to draw in
 * @param isTakenOver whether `place` holds the input screen already, to be taken over as it is
 * @param report is told of everything that broke
 */
export function drawApp(
  place: Element,
  isTakenOver: boolean,
  { onReady, ...props }: AppProps,
  report: (error: unknown, where: string) => void,
): void {
  let redrawings = 0;
  const look = () => takeSnapshot(props.cardSource.read?.() ?? null);

  const draw = (at: Element, app: ReactNode, isHydrated: boolean) => {
    let root: Root | undefined;
    let isBroken = false;
    const drawAgain = (earlier: ScreenSnapshot) => {
      if (isBroken) return;
      isBroken = true;
      redrawings += 1;
      // React is still at work here; before anything is painted it is done.
      queueMicrotask(() => {
        root?.unmount();
        const clean = document.createElement('div');
        clean.id = at.id;
        if (at.isConnected) at.replaceWith(clean);
        else document.body.append(clean);
        const again = <App {...props} earlier={() => earlier} />;
        flushSync(() => draw(clean, redrawings > MOST_REDRAWINGS ? <Undrawable /> : again, false));
      });
    };
    const options: RootOptions = {
      onCaughtError: (error) => report(error, 'view'),
      onUncaughtError: (error) => {
        report(error, 'view');
        drawAgain(look());
      },
      // The prerendered page was not as it was built: React has drawn its own.
      onRecoverableError: (error) => report(error, 'hydration'),
    };
    const guarded = (
      <Boundary look={look} onBroken={drawAgain}>
        {app}
      </Boundary>
    );
    // As a transition it goes in short steps, between which the donor's keys and touches get their turn.
    if (isHydrated)
      startTransition(() => {
        root = hydrateRoot(at, guarded, options);
      });
    else {
      root = createRoot(at, options);
      root.render(guarded);
    }
  };
  draw(place, <App {...props} onReady={onReady} earlier={isTakenOver ? look : undefined} />, isTakenOver);
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
