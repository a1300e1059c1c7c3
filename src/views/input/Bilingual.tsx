/**
 * A label whose English half, where it has one behind it in brackets, is told to screen readers as English.
 * Another text is another element: a page translator takes away text nodes that would have to change.
 */
export function Bilingual({ text }: { text: string }) {
  const [, japanese, english] = /^(.*)（([ -~]+)）$/.exec(text) ?? [];
  if (english === undefined) return <span key={text}>{text}</span>;
  return (
    <span key={text}>
      {japanese}（<span lang="en">{english}</span>）
    </span>
  );
}
