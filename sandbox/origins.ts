/** True for an origin of this machine, on any port. */
export function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
}

/** True when both are the same port of this machine, whichever of its names is used. */
export function isSameLocalOrigin(origin: string, expected: string): boolean {
  if (!isLocalOrigin(origin)) return false;
  const [a, b] = [new URL(origin), new URL(expected)];
  return a.protocol === b.protocol && a.port === b.port;
}
