import { html, raw } from 'hono/html';
import { organisation } from '../src/organisation/organisation.ts';

type Page = ReturnType<typeof html>;
type StandIn = { title: string; lang: 'ja' | 'en'; text: string };

/** Where the browser posts the hidden form after success (specification §4). */
export const completionPath = organisation.links.completion;

/** The footer's targets and the contact page. */
const { links } = organisation;
export const standInPages: Record<string, StandIn> = {
  [links.memberInformationChange]: {
    title: '会員情報の変更',
    lang: 'ja',
    text: 'ご登録の住所やお支払い方法の変更を受け付けるページです。',
  },
  [links.contact]: { title: 'お問い合わせ', lang: 'ja', text: 'ご質問やご相談を受け付けるページです。' },
  [links.privacyPolicy]: {
    title: 'プライバシーポリシー',
    lang: 'ja',
    text: '個人情報の取り扱いについて定めたページです。',
  },
  [links.memberTerms]: { title: '会員規約', lang: 'ja', text: '会員制度のきまりを定めたページです。' },
  [links.donationHandlingRules]: {
    title: '寄付の取り扱いについて',
    lang: 'ja',
    text: 'お預かりした寄付の使い方を定めたページです。',
  },
  [links.commercialTransactions]: {
    title: '特定商取引法に基づく表記',
    lang: 'ja',
    text: '法律で定められた表示を行うページです。',
  },
  '/english/': { title: 'English', lang: 'en', text: 'The English pages of the organisation.' },
};

const style = `
  :root { color-scheme: light dark; --ground: #f6f8fa; --card: #fff; --ink: #1a1a1c; --soft: #626264; --line: #d8d8db; --accent: #0b6e69; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) { :root { --ground: #101416; --card: #1a2023; --ink: #f2f4f4; --soft: #a9b2b4; --line: #333c3f; --accent: #6fd3cb; --on-accent: #06201e; } }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 32px 16px; background: var(--ground); color: var(--ink); font: 16px/1.8 "Noto Sans JP", "Hiragino Sans", "Yu Gothic", sans-serif; }
  main { width: min(100%, 640px); margin: 0 auto; padding: clamp(24px, 6vw, 48px); background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
  .mark { display: grid; place-items: center; width: 64px; height: 64px; margin: 0 auto 16px; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-size: 32px; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.5; text-wrap: balance; }
  .done h1, .done > p { text-align: center; }
  p { margin: 0 0 16px; text-wrap: pretty; }
  dl { margin: 32px 0; border-top: 1px solid var(--line); }
  dl div { display: grid; grid-template-columns: 8em 1fr; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; font-weight: 600; }
  a { color: var(--accent); }
  .note { color: var(--soft); font-size: 14px; }
  code { overflow-wrap: anywhere; }
`;

function page(title: string, body: Page, { lang = 'ja', className = '' } = {}): Page {
  return html`<!DOCTYPE html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main class="${className}">${body}</main>
  </body>
</html>`;
}

const rows: readonly [label: string, value: (posted: Record<string, string>) => string][] = [
  ['お名前', (posted) => `${posted.last_name ?? ''} ${posted.first_name ?? ''}`],
  ['ふりがな', (posted) => posted.furigana ?? ''],
  ['メールアドレス', (posted) => posted.mail ?? ''],
  ['ご住所', (posted) => posted.address ?? ''],
  ['ご支援金額', (posted) => yen(posted.price ?? '')],
];

/** The organisation's page after success. Without posted fields (a reload, a bookmark) it says so calmly. */
export function completionPage(posted: Record<string, string> | undefined): Page {
  if (posted === undefined) {
    return page(
      'お申し込みの完了',
      html`<h1>お申し込みの完了画面です</h1>
        <p>お申し込みが完了すると、この画面に内容が表示されます。</p>
        <p><a href="/form/member">お申し込みの画面へ</a></p>`,
    );
  }
  return page(
    'お申し込みありがとうございます',
    html`<div class="mark" aria-hidden="true">✓</div>
      <h1>お申し込みありがとうございます</h1>
      <p>毎月のご支援のお申し込みを受け付けました。子どもたちを守る活動に、大切に使わせていただきます。</p>
      <dl>
        ${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value(posted)}</dd></div>`)}
      </dl>
      <p class="note">この画面は、団体のサイトの代わりにサンドボックスが表示しています。</p>`,
    { className: 'done' },
  );
}

function yen(price: string): string {
  return /^\d+$/.test(price) ? `毎月 ${Number(price).toLocaleString('ja-JP')}円` : price;
}

export function standInPage({ title, lang, text }: StandIn): Page {
  const back = lang === 'en' ? 'Back to the sign-up form' : 'お申し込みの画面へ';
  const note =
    lang === 'en'
      ? 'A stand-in, shown by the sandbox.'
      : 'この画面は、団体のサイトの代わりにサンドボックスが表示しています。';
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p class="note">${note}</p>
      <p><a href="/form/member">${back}</a></p>`,
    { lang },
  );
}

export function notFoundPage(): Page {
  return page(
    'ページが見つかりません',
    html`<h1>ページが見つかりません</h1>
      <p>URLをお確かめください。</p>
      <p><a href="/form/member">お申し込みの画面へ</a></p>`,
  );
}

export function notBuiltPage(distFolder: string): Page {
  return page(
    'フォームがまだありません',
    html`<h1>フォームがまだビルドされていません</h1>
      <p><code>${distFolder}</code> にファイルがありません。<code>npm start</code> はビルドしてからサンドボックスを起動します。</p>`,
  );
}

/** A small PDF of one page. Its cross-reference table holds byte offsets, so it is written here in one go. */
export function safeguardingPdf(): Uint8Array<ArrayBuffer> {
  const text =
    'BT /F1 24 Tf 72 720 Td (Safeguarding policy) Tj 0 -36 Td /F1 12 Tf (A stand-in, shown by the sandbox.) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return new TextEncoder().encode(pdf);
}
