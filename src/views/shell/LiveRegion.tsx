import type { ComponentProps } from 'react';

type LiveRegionProps = ComponentProps<'p'> & { as?: 'p' | 'div' };

/**
 * A region whose new words screen readers announce. It must be in the page before its words are; these are one element or
 * text, since Orca announces all words once for each node that comes. Not `role="status"`: when the page is read, each
 * empty one would be called a status bar.
 */
export function LiveRegion({ as: Element = 'p', ...attributes }: LiveRegionProps) {
  return <Element aria-live="polite" aria-atomic="true" {...attributes} />;
}
