/** The domains that most mistyped addresses were meant for. */
export const likelyDomains: readonly string[] = [
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

/** Real domains that are similar to one of the above. */
export const alsoReal: ReadonlySet<string> = new Set([
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'yahoo.com',
  'yahoo.ne.jp',
  'ybb.ne.jp',
  'hotmail.fr',
  'hotmail.de',
  'hotmail.it',
  'outlook.fr',
  'outlook.de',
  'outlook.es',
  'cloud.com',
  'disney.ne.jp',
  'vodafone.ne.jp',
]);

/** Mistakes that differ by more than two letters. */
export const knownMistakes: Record<string, string> = {
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
  if (likelyDomains.includes(domain) || alsoReal.has(domain)) return undefined;
  return Object.hasOwn(knownMistakes, domain) ? knownMistakes[domain] : closest(domain);
}

function closest(domain: string): string | undefined {
  return [1, 2]
    .flatMap((allowed) =>
      likelyDomains.filter((likely) => allowed <= tolerance(likely) && isWithin(allowed, domain, likely)),
    )
    .at(0);
}

/** The wrong letters that are allowed. With two, short names would be confused with other real domains. */
const tolerance = (domain: string): number => (domain.length < 10 ? 1 : 2);

function isWithin(allowed: number, a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

/** How many letters are wrong, missing, too many or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + wrong,
        isSwap ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

const at = (line: readonly number[], index: number): number => line[index] ?? 0;
