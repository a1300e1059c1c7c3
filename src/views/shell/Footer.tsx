import { useSelector } from '@xstate/react';
import { organisation } from '#organisation/organisation.ts';
import { NewTabLink } from '../shared/NewTabLink.tsx';
import type { SignupActor } from '../signup-actor.ts';
import { viewOf } from '../state-path.ts';

const { photoNote } = organisation.words;

/** Hidden on the callback screen (specification §2). */
export function Footer({ actor }: { actor: SignupActor }) {
  const isHidden = useSelector(actor, (snapshot) => viewOf(snapshot) === 'callback');
  if (isHidden) return null;
  return (
    <footer className="site-footer">
      <div className="container stack">
        <ul className="footer-links">
          {organisation.footer.map(({ text, href, opensTab, lang }) => (
            <li key={href}>
              {opensTab ? (
                <NewTabLink href={href}>{text}</NewTabLink>
              ) : (
                <a href={href} hrefLang={lang} lang={lang}>
                  {text}
                </a>
              )}
            </li>
          ))}
        </ul>
        <address>
          <strong>{organisation.name}</strong>
          <br />〒{organisation.postalCode} {organisation.address}
        </address>
        {photoNote && <p>{photoNote}</p>}
      </div>
    </footer>
  );
}
