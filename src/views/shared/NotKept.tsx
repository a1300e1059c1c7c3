import { useSelector } from '@xstate/react';
import { draftNotKept } from '../../signup/messages.ts';
import type { StorageProblem } from '../../signup/session/saved-session.ts';
import { useIsLive } from '../prerendered-date.ts';
import type { SignupActor } from '../signup-actor.ts';
import { LiveRegion } from './LiveRegion.tsx';

/** Why a reload would lose the sign-up, or null; null during hydration, too, as in the prerendered page. */
export function useStorageProblem(actor: SignupActor): StorageProblem | null {
  const problem = useSelector(actor, ({ context }) => context.storageProblem);
  return useIsLive() ? problem : null;
}

/** Warns on the input and confirm screens where nothing is kept. A live region, since storage may fill at any key. */
export function NotKept({ actor }: { actor: SignupActor }) {
  const problem = useStorageProblem(actor);
  return (
    <LiveRegion as="div">
      {problem && <p className="notice notice-warning">{draftNotKept[problem]}</p>}
    </LiveRegion>
  );
}
