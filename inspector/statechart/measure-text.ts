/**
 * The estimated width of a text in pixels. Without a browser, so that the picture is the same everywhere; generous,
 * since fonts differ and a box may be too wide but not too narrow.
 */
export function textWidth(text: string, fontSize: number, font: 'sans' | 'mono' = 'sans'): number {
  const average = font === 'mono' ? 0.61 : 0.56;
  let ems = 0;
  for (const character of text) ems += isWide(character) ? 1.02 : average;
  return Math.ceil(ems * fontSize);
}

/** Breaks a text into lines of at most `width` pixels: at spaces, and between wide (East Asian) characters. */
export function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*/gu) ?? []) {
    if (line !== '' && textWidth((line + piece).trimEnd(), fontSize) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

function isWide(character: string): boolean {
  return /[\u2e80-\uffef]/u.test(character);
}
