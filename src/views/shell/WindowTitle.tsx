import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SignupActor } from '../signup-actor.ts';
import { documentTitle } from './document-title.ts';

/** Writes the window's title. `isCorrected`: no error of the last attempt is left. */
export function WindowTitle({ actor, isCorrected = false }: { actor: SignupActor; isCorrected?: boolean }) {
  const title = useSelector(actor, (snapshot) => documentTitle(snapshot, isCorrected));
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
