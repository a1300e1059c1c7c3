/** The domains that most mistyped addresses were meant for. */
const likelyDomains: readonly string[] = [
  'gmail.com',
  'yahoo.co.jp',
  'icloud.com',
  'docomo.ne.jp',
  'ezweb.ne.jp',
  'softbank.ne.jp',
  'i.softbank.jp',
  'ymobile.ne.jp',
  'outlook.com',
  'outlook.jp',
  'hotmail.com',
  'hotmail.co.jp',
  'nifty.com',
  'biglobe.ne.jp',
];

/** Real domains that differ by one letter from one of the above. */
const alsoReal: readonly string[] = ['mail.com', 'email.com', 'ymail.com', 'cloud.com'];

/** Mistakes that differ by more than one letter. */
const knownMistakes: Record<string, string> = {
  'gmail.co.jp': 'gmail.com',
  'gmail.ne.jp': 'gmail.com',
  'gmail.jp': 'gmail.com',
  'yahoo.jp': 'yahoo.co.jp',
  'docomo.co.jp': 'docomo.ne.jp',
  'docomo.jp': 'docomo.ne.jp',
  'docomo.com': 'docomo.ne.jp',
  'ezweb.co.jp': 'ezweb.ne.jp',
  'icloud.co.jp': 'icloud.com',
  'icloud.jp': 'icloud.com',
};

/**
 * The address that the donor probably meant, or null: `taro@gmial.com` and the copied `mailto:taro@gmail.com;` both
 * give `taro@gmail.com`. To be offered, not enforced: the donor may be right.
 */
export function suggestEmail(email: string): string | null {
  const bare = email.replace(/^<?(mailto:)?/i, '').replace(/[;,>.、。]+$/, '');
  const at = bare.lastIndexOf('@');
  const local = bare.slice(0, Math.max(at, 0));
  const domain = bare.slice(at + 1).replace(/\.{2,}/g, '.');
  if (local === '' || domain === '') return null;
  const meant = `${local}@${mistakenFor(domain.toLowerCase()) ?? domain}`;
  return meant === email ? null : meant;
}

function mistakenFor(domain: string): string | undefined {
  if (likelyDomains.includes(domain) || alsoReal.includes(domain)) return undefined;
  if (Object.hasOwn(knownMistakes, domain)) return knownMistakes[domain];
  return likelyDomains.find((likely) => isOneSlip(domain, likely));
}

/** Whether one letter is wrong, missing or too many, or two neighbours are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same++;
  const [a, b] = [typed.slice(same), meant.slice(same)];
  const isSwap = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b || isSwap;
}
