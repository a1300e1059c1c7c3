import type { ComponentProps } from 'react';

type LiveRegionProps = ComponentProps<'p'> & { as?: 'p' | 'div' };

/**
 * A region whose new words screen readers announce. It must be in the page before its words are. Other words come in a new
 * element (a key), and it is not atomic: Orca would say all of it once for each text that comes. Not `role="status"`, which
 * is atomic, and would be read as a status bar while empty.
 */
export function LiveRegion({ as: Element = 'p', ...attributes }: LiveRegionProps) {
  return <Element aria-live="polite" {...attributes} />;
}
