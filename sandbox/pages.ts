import { html, raw } from 'hono/html';
import type { Addresses } from './hosts.ts';
import type { Authentication } from './store.ts';

type Page = ReturnType<typeof html>;

const style = `
  :root { color-scheme: light dark; }
  body { max-width: 560px; margin: 32px auto; padding: 0 16px; font: 16px/1.8 sans-serif; overflow-wrap: anywhere; }
  dt, .note { font-size: 14px; opacity: 0.75; }
  dd { margin: 0 0 12px; font-weight: 600; }
  button { display: block; width: 100%; min-height: 48px; margin-top: 12px; font: inherit; }
`;

/** A page that the sandbox shows in place of `host`. */
function page(host: string, title: string, body: Page): Page {
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
      <h1>${title}</h1>
      ${body}
      <p class="note">サンドボックスが、${host}の代わりに表示しています。</p>
    </main>
  </body>
</html>`;
}

const ofOrganisation = (title: string, body: Page) => page('団体のサイト', title, body);
const ofBank = (title: string, body: Page) => page('カード会社', title, body);
const linkToForm = (site = '') => html`<p><a href="${site}/form/member">お申し込みの画面へ</a></p>`;
const table = (rows: readonly (readonly [label: string, value: string])[]) =>
  html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;

/** The organisation's page after success. Without posted fields (a reload, a bookmark) it says what it is for. */
export function completionPage(posted?: Record<string, string>): Page {
  if (posted === undefined) {
    return ofOrganisation(
      'お申し込みの完了画面です',
      html`<p>お申し込みが完了すると、この画面に内容が表示されます。</p>${linkToForm()}`,
    );
  }
  const { last_name = '', first_name = '', furigana = '', mail = '', address = '', price = '' } = posted;
  return ofOrganisation(
    'お申し込みありがとうございます',
    table([
      ['お名前', `${last_name} ${first_name}`],
      ['ふりがな', furigana],
      ['メールアドレス', mail],
      ['ご住所', address],
      ['ご支援金額', /^\d+$/.test(price) ? `毎月 ${yen(Number(price))}` : price],
    ]),
  );
}

/** Stands in for a page of the organisation that the form links to. */
export const standInPage = (title: string): Page => ofOrganisation(title, linkToForm());

/** The 3-D Secure page. Only the server learns what the donor chooses here. */
export function authenticationPage({ amount, maskedCardNumber, callbackUrl }: Authentication): Page {
  return ofBank(
    'カードの本人認証',
    html`${table([
      ['ご利用先', new URL(callbackUrl).host],
      ['金額（毎月）', yen(amount)],
      ['カード番号', maskedCardNumber],
    ])}
      <form method="post">
        <button class="primary" name="action" value="approve">認証する</button>
        <button name="action" value="decline">認証に失敗する</button>
        <button name="action" value="cancel">キャンセル</button>
      </form>
      <p class="note">途中で離れる場合を試すには、何も押さずにこの画面を閉じるか、ブラウザの「戻る」で前の画面に戻ってください。</p>`,
  );
}

/** For a donor who opens the authentication page again, or after a reset. */
export function endedPage({ site }: Addresses): Page {
  return ofBank(
    'この本人認証は終了しています',
    html`<p>同じ認証を二度行うことはできません。お手続きは、お申し込みの画面から続けてください。</p>${linkToForm(site)}`,
  );
}

/** The question that the captcha may ask, for a frame over the form. */
export const captchaQuestion = () => html`<!DOCTYPE html>
<html lang="ja">
  <title>安全のための確認</title>
  <style>${raw(style)}</style>
  <button class="primary" onclick="parent.postMessage('answered', '*')">ロボットではありません</button>
  <p class="note">サンドボックスの質問です。外側を押すと閉じます。</p>
</html>`;
