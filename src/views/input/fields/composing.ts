import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to a composition. Safari fires `compositionend` before the key that ended it; only the key code
 * then tells.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
