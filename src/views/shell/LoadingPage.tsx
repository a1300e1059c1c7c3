import { organisation } from '#organisation/organisation.ts';
import { Wordmark } from './Wordmark.tsx';

/**
 * What the confirm and callback addresses show until the app has loaded. It is in the built HTML, so that a donor who
 * comes back from the bank on a slow connection does not see an empty page.
 */
export function LoadingPage() {
  return (
    <>
      <header>
        <Wordmark />
      </header>
      <main data-state="opening">
        <h1 className="visually-hidden">{organisation.purpose.join('')}</h1>
        <div className="container screen loading">
          <p className="waiting">
            <span className="spinner" />
            <span>読み込んでいます。しばらくお待ちください。</span>
          </p>
          <p className="load-failed" role="alert">
            ページを読み込めませんでした。インターネット接続をご確認ください。
          </p>
          <LoadAgain />
        </div>
      </main>
    </>
  );
}

/** A link to load the page again. The style sheet shows it after a while. */
export function LoadAgain() {
  return (
    <p className="load-again">
      画面が変わらない場合は、
      {/* biome-ignore lint/a11y/useValidAnchor: it reloads this address, with the bank's parameter */}
      <a href="">ページを再読み込みしてください</a>。
    </p>
  );
}
