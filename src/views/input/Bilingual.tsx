/** A label whose English half, where it has one behind it in brackets, is told to screen readers as English. */
export function Bilingual({ text }: { text: string }) {
  const [, japanese, english] = /^(.*)（([ -~]+)）$/.exec(text) ?? [];
  if (english === undefined) return text;
  return (
    <span>
      {japanese}（<span lang="en">{english}</span>）
    </span>
  );
}
