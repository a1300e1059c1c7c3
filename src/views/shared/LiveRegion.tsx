import type { ComponentProps } from 'react';

type LiveRegionProps = ComponentProps<'p'> & { as?: 'p' | 'div' };

/**
 * A region whose new text screen readers announce. It must be in the page before its text. New text comes in a new element
 * (a key). Not `role="status"`, which is atomic: Orca would say all of it for each text that comes.
 */
export function LiveRegion({ as: Element = 'p', ...attributes }: LiveRegionProps) {
  return <Element aria-live="polite" {...attributes} />;
}
