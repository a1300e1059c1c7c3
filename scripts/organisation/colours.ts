/** Colours `#rrggbb` by their names without `--color-`. */
export type Colours = Partial<Record<string, string>>;

/** The colours that an organisation's `colours.css` sets, in either scheme; what `dark` does not set is as in `light`. */
export function readColours(css: string): { light: Colours; dark: Colours } {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  return { light: coloursOf(light), dark: { ...coloursOf(light), ...coloursOf(dark) } };
}

const coloursOf = (css: string): Colours =>
  Object.fromEntries(
    Array.from(css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})\b/gi), ([, name, value]) => [name, value]),
  );
