import type { ReactNode } from 'react';

/** A link that opens a new tab, and says so. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">（新しいタブで開きます）</span>
    </a>
  );
}
