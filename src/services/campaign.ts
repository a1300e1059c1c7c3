import type { Campaign } from '../signup/payload.ts';

/**
 * Where the donor came from: cookies of the same names (specification §3). Absent ones are empty, as are all where
 * the browser forbids to read cookies: that must not cost an application.
 */
export function readCampaign(readCookies: () => string): Campaign {
  const values = new Map(
    textOf(readCookies)
      .split(';')
      .map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        return [name.trim(), decoded(rest.join('=').trim())] as const;
      }),
  );
  const cookie = (name: keyof Campaign) => values.get(name) ?? '';
  return {
    utmSource: cookie('utmSource'),
    utmMedium: cookie('utmMedium'),
    utmCampaign: cookie('utmCampaign'),
    utmContent: cookie('utmContent'),
  };
}

function textOf(readCookies: () => string): string {
  try {
    return readCookies();
  } catch {
    return '';
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
