/**
 * A label, hint or status. The English half in brackets, if there is one, is marked as English for screen readers. The key
 * makes a new element for a new text: page translators replace text nodes, and React could not change them.
 */
export function Bilingual({ text }: { text: string }) {
  const [, japanese, english] = /^(.*)（([ -~“”]+)）$/.exec(text) ?? [];
  if (english === undefined) return <span key={text}>{text}</span>;
  return (
    <span key={text}>
      {japanese}（<span lang="en">{english}</span>）
    </span>
  );
}
