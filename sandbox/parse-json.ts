/** Deeper than anything real: values nested in the thousands overflow whoever walks through them later. */
const MAX_DEPTH = 50;

/**
 * Reads JSON that came from outside.
 * @param text of bounded length
 * @throws SyntaxError when it is no JSON, or nested more than 50 levels deep
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeperThan(MAX_DEPTH, value)) throw new SyntaxError(`Nested more than ${MAX_DEPTH} levels deep.`);
  return value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
