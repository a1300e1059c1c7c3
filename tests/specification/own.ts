/** What a parsed JSON value holds under a name; undefined where it holds nothing. */
export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
