import { OrganisationMark } from '#organisation/OrganisationMark.tsx';
import { organisation } from '#organisation/organisation.ts';

/** The organisation's name, as a link to its home page. */
export function Wordmark() {
  return (
    <a className="wordmark container" href={organisation.links.home}>
      <OrganisationMark />
      <span>
        <span className="wordmark-tagline">{organisation.tagline}</span>
        <span className="wordmark-name">{organisation.name}</span>
      </span>
    </a>
  );
}
