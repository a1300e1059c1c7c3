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
 * Renders the app, and renders it anew if it breaks.
 * @param place the element to render into
 * @param props `isTakenOver`: `place` holds the prerendered input screen, which the app takes over as it is
 * @param report gets every error
 */
export function renderApp(
  place: Element,
  props: RootProps,
  report: (error: unknown, where: string) => void,
): void {
  const options = {
    onCaughtError: (error: unknown) => report(error, 'view'),
    onUncaughtError: (error: unknown) => report(error, 'view'),
    // A hydration mismatch, as after an extension has changed the page.
    onRecoverableError: (error: unknown) => report(error, 'hydration'),
  };
  const root = <Root {...props} />;
  // A transition hydrates in short steps, between which the page answers keys and touches.
  if (props.isTakenOver) startTransition(() => void hydrateRoot(place, root, options));
  else createRoot(place, options).render(root);
}

function Root({ onReady, ...props }: RootProps) {
  useEffect(onReady, [onReady]);
  return <ErrorBoundary {...props} />;
}

type State = { isBroken: boolean };

/**
 * Renders the app in a new element when it breaks. Translators and extensions move and replace what React has made, and
 * then React can neither change nor remove it. What was typed is kept elsewhere.
 */
class ErrorBoundary extends Component<Omit<RootProps, 'onReady'>, State> {
  override state: State = { isBroken: false };
  private readonly earlier = {
    current: this.props.isTakenOver ? takeSnapshot(document.querySelector('form')) : null,
  };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  // React calls it before it removes the broken screen. Null if the new screen breaks too: then nothing can be shown.
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
    return this.state.isBroken ? <BrokenPage /> : <App {...this.props} earlier={this.earlier} />;
  }
}

/** It is static, so React never has to change it. */
export function BrokenPage() {
  return (
    <main id="unrenderable" className="container screen">
      <p className="notice notice-error">
        画面を表示できませんでした。
        {/* biome-ignore lint/a11y/useValidAnchor: this very address */}
        <a href="">ページを再読み込みしてください</a>。
      </p>
    </main>
  );
}
