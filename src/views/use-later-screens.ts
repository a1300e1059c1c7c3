import { useEffect, useSyncExternalStore } from 'react';
import { loadOnce } from '../load-once.ts';

type LaterScreens = typeof import('./later-screens.ts');

const load = loadOnce(() => import('./later-screens.ts'));
/** Null until they are there. */
let screens: LaterScreens | null = null;
let isMissing = false;
const listeners = new Set<() => void>();

function note(loaded: LaterScreens | null, failed: boolean): void {
  screens = loaded;
  isMissing = failed;
  for (const listener of listeners) listener();
}

/** Whoever is about to change the screen waits for this first, so that no screen is ever blank. */
export async function loadLaterScreens(): Promise<void> {
  if (screens) return;
  note(null, false);
  try {
    note(await load(), false);
  } catch (error) {
    note(null, true);
    throw error;
  }
}

/** The screens other than the input screen; null until one was needed and they are there. */
export function useLaterScreens(isNeeded: boolean): LaterScreens | null {
  useEffect(() => {
    if (isNeeded) loadLaterScreens().catch(() => {});
  }, [isNeeded]);
  return useSyncExternalStore(subscribe, whatIsThere, whatIsThere);
}

/** Whether the last attempt to load them has failed. */
export function useMissingScreens(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isMissing,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const whatIsThere = () => screens;
