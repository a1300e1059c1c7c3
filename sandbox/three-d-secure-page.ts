import { html, raw } from 'hono/html';
import type { Addresses } from './context.ts';
import type { Authentication } from './store.ts';

type Page = ReturnType<typeof html>;

const style = `
  :root { color-scheme: light dark; --ground: #eef2f6; --card: #fff; --ink: #16202c; --soft: #5b6b7c; --line: #d5dde6; --bank: #0b4f71; --on-bank: #fff; }
  @media (prefers-color-scheme: dark) { :root { --ground: #0e151c; --card: #18222d; --ink: #eef3f8; --soft: #9fb0c0; --line: #2e3b48; --bank: #8ccbec; --on-bank: #08202e; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.7 "Noto Sans JP", "Hiragino Sans", "Yu Gothic", sans-serif; }
  main { width: min(100%, 440px); background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; box-shadow: 0 12px 40px rgb(0 20 40 / .12); }
  header { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 16px 24px; background: #0b4f71; color: #fff; font-weight: 700; }
  header small { font-weight: 400; opacity: .85; }
  section { padding: 24px; }
  h1 { margin: 0 0 4px; font-size: 20px; }
  p { margin: 0 0 16px; }
  dl { margin: 0 0 24px; border-block: 1px solid var(--line); }
  dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; }
  dl div + div { border-top: 1px solid var(--line); }
  dt { color: var(--soft); } dd { margin: 0; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; }
  button, .button { display: block; width: 100%; min-height: 48px; margin-top: 12px; padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
  button.primary { background: var(--bank); border-color: var(--bank); color: var(--on-bank); font-weight: 700; }
  button:hover, .button:hover { filter: brightness(1.08); border-color: var(--soft); }
  :focus-visible { outline: 3px solid #ffb700; outline-offset: 2px; }
  .hint { margin: 20px 0 0; padding-top: 16px; border-top: 1px dashed var(--line); color: var(--soft); font-size: 14px; }
`;

function page(title: string, body: Page): Page {
  return html`<!DOCTYPE html>
<html lang="ja">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <header><span>サンドボックス銀行</span><small>3Dセキュア</small></header>
      <section>${body}</section>
    </main>
  </body>
</html>`;
}

/** The page on which a donor proves who they are. What they choose here, only the server learns. */
export function authenticationPage({ amount, maskedCardNumber, callbackUrl }: Authentication): Page {
  return page(
    '本人認証 | サンドボックス銀行',
    html`<h1>本人認証</h1>
      <p>カード会社による本人認証を行います。</p>
      <dl>
        <div><dt>ご利用先</dt><dd>${new URL(callbackUrl).host}</dd></div>
        <div><dt>金額（毎月）</dt><dd>${amount.toLocaleString('ja-JP')}円</dd></div>
        <div><dt>カード番号</dt><dd>${maskedCardNumber}</dd></div>
      </dl>
      <form method="post">
        <button class="primary" name="action" value="approve">認証する</button>
        <button name="action" value="decline">認証に失敗する</button>
        <button name="action" value="cancel">キャンセル</button>
      </form>
      <p class="hint">これはテスト用の画面です。途中で離れる場合を試すには、何も押さずにこのタブを閉じるか、ブラウザの「戻る」で前の画面に戻ってください。</p>`,
  );
}

export function endedPage({ site }: Addresses): Page {
  return page(
    '本人認証は終了しています | サンドボックス銀行',
    html`<h1>この本人認証は終了しています</h1>
      <p>同じ認証を二度行うことはできません。お手続きは、お申し込みの画面から続けてください。</p>
      <a class="button" href="${site}/form/member">お申し込みの画面へ</a>`,
  );
}

export function unknownPage({ site }: Addresses): Page {
  return page(
    'ページが見つかりません | サンドボックス銀行',
    html`<h1>本人認証が見つかりません</h1>
      <p>URLが正しくないか、サンドボックスがリセットされました。</p>
      <a class="button" href="${site}/form/member">お申し込みの画面へ</a>`,
  );
}
