/** The fields of an unknown value, each still to be checked. Empty if it is no object. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether an unknown value is a text with at least one character. */
export function isNonEmpty(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** An unknown value if it is a text, otherwise an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
