import { Component, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from '../views/App.tsx';
import { type ScreenSnapshot, takeSnapshot } from '../views/screen-snapshot.ts';

type RootProps = AppProps & {
  isTakenOver: boolean;
  /** Called once, when all event handlers are in place. */
  onReady: () => void;
};

/**
 * Draws the app, and draws it again wherever it breaks.
 * @param place the element to draw in
 * @param props with `isTakenOver`: `place` holds the input screen already, to be taken over as it is
 * @param report gets every error
 */
export function drawApp(
  place: Element,
  props: RootProps,
  report: (error: unknown, where: string) => void,
): void {
  const options = {
    onCaughtError: (error: unknown) => report(error, 'view'),
    onUncaughtError: (error: unknown) => report(error, 'view'),
    // Somebody has changed the prerendered page, so React has drawn its own.
    onRecoverableError: (error: unknown) => report(error, 'hydration'),
  };
  const root = <Root {...props} />;
  // A transition hydrates in short steps, between which the page answers keys and touches.
  if (props.isTakenOver) startTransition(() => void hydrateRoot(place, root, options));
  else createRoot(place, options).render(root);
}

function Root({ onReady, ...props }: RootProps) {
  useEffect(onReady, [onReady]);
  return <Redrawing {...props} />;
}

type State = { isBroken: boolean };

/**
 * Draws the app in a new element when it breaks. Translators and extensions move and replace what React has made, and
 * then React can neither change nor remove it. Nothing typed is kept in what is drawn.
 */
class Redrawing extends Component<Omit<RootProps, 'onReady'>, State> {
  override state: State = { isBroken: false };
  private readonly earlier = {
    current: this.props.isTakenOver ? takeSnapshot(document.querySelector('form')) : null,
  };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  // React calls it before it removes the broken screen. Null if the new screen breaks too: the app is then undrawable.
  override getSnapshotBeforeUpdate(_: unknown, before: State): ScreenSnapshot | null {
    return this.state.isBroken && !before.isBroken
      ? takeSnapshot(this.earlier.current?.prerendered ?? null)
      : null;
  }

  override componentDidUpdate(_: unknown, __: unknown, snapshot: ScreenSnapshot | null) {
    if (!snapshot) return;
    this.earlier.current = snapshot;
    this.setState({ isBroken: false });
  }

  override render() {
    return this.state.isBroken ? <Undrawable /> : <App {...this.props} earlier={this.earlier} />;
  }
}

/** Nothing in it changes, so nothing in it can break. */
function Undrawable() {
  return (
    <main id="undrawable" className="container screen">
      <p className="notice notice-error">
        画面を表示できませんでした。
        {/* biome-ignore lint/a11y/useValidAnchor: this very address */}
        <a href="">もう一度読み込んでください</a>。
      </p>
    </main>
  );
}
