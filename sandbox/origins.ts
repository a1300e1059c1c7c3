const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a `Host` header names this machine and its port, or one of the further hosts that are allowed. A stranger's page
 * can point a name of its own at this machine and then read answers as its own (DNS rebinding); its `Host` gives it away.
 */
export function isOwnHost(host: string | undefined, port: number, allowedHosts: readonly string[]): boolean {
  const own = localNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return host !== undefined && [...own, ...allowedHosts].includes(host.toLowerCase());
}

/** True for an origin of this machine, on any port. */
export function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  return localNames.includes(new URL(origin).hostname);
}

/** True when both are the same port of this machine, whichever of its names is used. */
export function isSameLocalOrigin(origin: string, expected: string): boolean {
  if (!isLocalOrigin(origin)) return false;
  const [a, b] = [new URL(origin), new URL(expected)];
  return a.protocol === b.protocol && a.port === b.port;
}

/** The `Host` headers that SANDBOX_ALLOWED_HOSTS adds, such as `localhost:8080` of a forwarded port; commas between them. */
export function allowedHostsOf({ SANDBOX_ALLOWED_HOSTS = '' }: NodeJS.ProcessEnv): string[] {
  return SANDBOX_ALLOWED_HOSTS.toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
}
