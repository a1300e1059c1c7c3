import { useEffect, useState } from 'react';

type LaterScreens = typeof import('./later-screens.ts');

let loaded: LaterScreens | null = null;

/** Whoever is about to change the screen waits for this first, so that no screen is ever blank. */
export async function loadLaterScreens(): Promise<void> {
  loaded ??= await import('./later-screens.ts');
}

/**
 * The screens other than the input screen; null until one was needed and they are there.
 * @param onMissing called when they cannot be had; must be the same function each time
 */
export function useLaterScreens(isNeeded: boolean, onMissing: () => void = nothing): LaterScreens | null {
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded && loaded === null) {
      loadLaterScreens().then(() => setIsLoaded(true), onMissing);
    }
  }, [isNeeded, onMissing]);
  return loaded;
}

const nothing = () => {};
