import { afterEach, vi } from 'vitest';

// Files share a thread, so no test leaves anything faked behind.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
