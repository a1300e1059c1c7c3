import { organisation } from '#organisation/organisation.ts';
import type { Notice } from '../../signup/payment-methods.ts';
import { NewTabLink } from './NewTabLink.tsx';

/** What a payment method says of the steps after sending. */
export function MethodNotice({ notice }: { notice: Notice }) {
  const { before, after } = notice;
  if ('strong' in notice)
    return (
      <p className="notice">
        {before}
        {/* Not <strong>, which is an object of its own for screen readers: in Chromium it would be announced once more. */}
        <b>{notice.strong}</b>
        {after}
      </p>
    );
  return (
    <div className="notice notice-warning stack">
      <p>
        {before}
        <NewTabLink href={organisation.links.contact}>{notice.contact}</NewTabLink>
        {after}
      </p>
      <p lang="en">{notice.english}</p>
    </div>
  );
}
