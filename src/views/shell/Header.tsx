import type { SignupActor } from '../signup-actor.ts';
import { PageTitle } from './PageTitle.tsx';
import { Wordmark } from './Wordmark.tsx';

/** The organisation's name and the title of the current screen. */
export function Header({ actor }: { actor: SignupActor }) {
  return (
    <header>
      <Wordmark />
      <PageTitle actor={actor} />
    </header>
  );
}
