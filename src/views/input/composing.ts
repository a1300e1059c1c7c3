import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to the Japanese keyboard and not to the page. Safari ends a composition before it tells of the
 * key that did it; then the key code alone gives it away.
 */
export const isOfComposition = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
