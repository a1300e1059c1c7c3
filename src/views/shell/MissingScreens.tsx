import { useSelector } from '@xstate/react';
import { screensMissing } from '../../signup/messages.ts';
import type { SignupActor } from '../signup-actor.ts';
import { viewOf } from '../state-path.ts';
import { loadLaterScreens, useMissingScreens } from '../use-later-screens.ts';

/** Stands in for a screen or a list of errors whose chunk could not be loaded, with a way to ask for it again. */
export function MissingScreens({ actor }: { actor: SignupActor }) {
  const isNeeded = useSelector(
    actor,
    (snapshot) => viewOf(snapshot) !== 'input' || snapshot.context.errors.length > 0,
  );
  const isMissing = useMissingScreens();
  if (!isNeeded || !isMissing) return null;
  return (
    <div className="notice notice-warning" role="alert">
      <p>{screensMissing}</p>
      <button type="button" className="button" onClick={() => loadLaterScreens().catch(() => {})}>
        もう一度読み込む
      </button>
    </div>
  );
}
