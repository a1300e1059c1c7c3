/** Where Stately's hosted inspector opens. */
export const statelyUrl = 'https://stately.ai/inspect';

/**
 * Which inspector `VITE_INSPECT` asks for: Stately's hosted one, or our own where it is empty.
 * @throws Error with a sentence that names the setting
 */
export function readInspectorSetting(value = ''): 'own' | 'stately' {
  if (value === '') return 'own';
  if (value === 'stately') return value;
  throw new Error(`Setting VITE_INSPECT must be “stately” or empty, not “${value}”.`);
}
