import { Component, type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import { App, type AppProps } from '../views/App.tsx';
import { type ScreenSnapshot, takeSnapshot } from '../views/screen-snapshot.ts';

/** A page that has broken as often as this breaks by itself, and would do so for ever. */
const MOST_REDRAWINGS = 20;

/**
 * Draws the app, and draws it again wherever it breaks. Translators and extensions move and replace what React has
 * made, and then React can neither change nor remove it. The chart has lost nothing: a new element replaces the broken
 * one, and the new form reads what the old controls hold, as it reads what was typed before the app came.
 * @param place the element to draw in
 * @param isTakenOver whether `place` holds the input screen already, to be taken over as it is
 * @param report gets every error
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
      // React is still at work here. It has finished by the next microtask, before anything is painted.
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
      // Somebody has changed the prerendered page, so React has drawn its own.
      onRecoverableError: (error) => report(error, 'hydration'),
    };
    const guarded = (
      <Boundary look={look} onBroken={drawAgain}>
        {app}
      </Boundary>
    );
    // A transition works in short steps and lets the donor's keys and touches in between.
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
    // The controls are still on the page here; returning null removes them.
    this.earlier ??= this.props.look();
    return null;
  }
}

/** Shown when even a new drawing breaks. Nothing in it changes, so nothing in it can break. */
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
