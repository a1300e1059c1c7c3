import { useSelector } from '@xstate/react';
import { organisation } from '../../organisation/organisation.ts';
import type { SignupActor } from '../signup-actor.ts';
import { viewOf } from '../state-path.ts';
import { NewTabLink } from './NewTabLink.tsx';

/** Hidden on the callback screen, where nothing may lead away (specification §2). */
export function Footer({ actor }: { actor: SignupActor }) {
  const isHidden = useSelector(actor, (snapshot) => viewOf(snapshot) === 'callback');
  if (isHidden) return null;
  const { links } = organisation;
  return (
    <footer className="site-footer">
      <div className="container stack">
        <ul className="footer-links">
          <li>
            <NewTabLink href={links.contact}>お問い合わせ</NewTabLink>
          </li>
          <li>
            <NewTabLink href={links.privacyPolicy}>プライバシーポリシー</NewTabLink>
          </li>
          <li>
            <a href={links.memberInformationChange}>会員情報の変更</a>
          </li>
          <li>
            <a href={links.memberTerms}>会員規約</a>
          </li>
          <li>
            <a href={links.donationHandlingRules}>寄付金等取扱規程</a>
          </li>
          <li>
            <a href={links.commercialTransactions}>特定商取引法に基づく表記</a>
          </li>
          <li>
            <a href={links.safeguardingPolicy}>セーフガーディング方針（PDF）</a>
          </li>
          <li>
            <a href={links.englishSite} hrefLang="en" lang="en">
              English
            </a>
          </li>
        </ul>
        <address>
          <strong>{organisation.name}</strong>
          <br />〒{organisation.postalCode} {organisation.address}
        </address>
        <p>{organisation.photoNote}</p>
      </div>
    </footer>
  );
}
