import { organisation } from '../signup/organisation.ts';
import { OrganisationMark } from './OrganisationMark.tsx';
import { PageTitle } from './PageTitle.tsx';
import type { SignupActor } from './signup-actor.ts';

/** The organisation's wordmark, which leads home (nothing typed is lost by following it), and the page's title. */
export function Header({ actor }: { actor: SignupActor }) {
  return (
    <header>
      <a className="wordmark container" href={organisation.links.home}>
        <OrganisationMark />
        <span>
          <span className="wordmark-tagline">{organisation.tagline}</span>
          <span className="wordmark-name">{organisation.name}</span>
        </span>
      </a>
      <PageTitle actor={actor} />
    </header>
  );
}
