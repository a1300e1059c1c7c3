import type { Campaign } from '../signup/application/payload.ts';

/**
 * Reads the campaign from the cookies of the same names (specification §3). A missing cookie gives an empty text.
 * All are empty if the browser forbids reading cookies: the application is sent without them.
 */
export function readCampaign(readCookies: () => string): Campaign {
  const cookies = textOf(readCookies);
  const cookie = (name: keyof Campaign) =>
    decode(new RegExp(`(?:^|; *)${name}=([^;]*)`).exec(cookies)?.[1]?.trim() ?? '');
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

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
