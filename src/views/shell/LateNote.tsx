import { organisation } from '#organisation/organisation.ts';
import { NewTabLink } from '../shared/NewTabLink.tsx';

/** Hidden notes in the prerendered page. load-app.ts shows one of them while the app has not loaded. */
export function LateNote() {
  return (
    <>
      <p className="late late-awaited" role="status">
        読み込んでいます。このままお待ちください。
      </p>
      <p className="late late-missing" role="alert">
        ページの読み込みが終わっていないため、まだお申し込みいただけません。インターネット接続をご確認のうえ、
        {/* biome-ignore lint/a11y/useValidAnchor: it reloads this address */}
        <a href="">ページを再読み込みしてください</a>。解決しない場合は、
        <NewTabLink href={organisation.links.contact}>お問い合わせください</NewTabLink>。
      </p>
    </>
  );
}
