import { Wordmark } from './Wordmark.tsx';

/**
 * What confirm and callback show until the app is there. It stands in the page as it is built, so that a donor who
 * comes back from the bank on a poor connection sees neither an empty page nor one without a way on.
 */
export function LoadingPage() {
  return (
    <>
      <header>
        <Wordmark />
      </header>
      <main data-state="opening">
        <div className="container screen loading">
          <p className="waiting">
            <span className="spinner" />
            <span>読み込んでいます。しばらくお待ちください。</span>
          </p>
          <LoadAgain />
        </div>
      </main>
    </>
  );
}

/** A way on, in sight only where the page that should be there by now is not. */
export function LoadAgain() {
  return (
    <p className="load-again">
      画面が変わらない場合は、
      {/* biome-ignore lint/a11y/useValidAnchor: this very address, with what the bank has added to it */}
      <a href="">もう一度読み込んでください</a>。
    </p>
  );
}
