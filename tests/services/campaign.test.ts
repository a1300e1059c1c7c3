import { expect, it } from 'vitest';
import { readCampaign } from '../../src/services/campaign.ts';

const none = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };

it.each([
  ['', none],
  ['utmSource=news; utmMedium=mail', { ...none, utmSource: 'news', utmMedium: 'mail' }],
  ['utmCampaign=%E6%98%A5%20a', { ...none, utmCampaign: '春 a' }],
  ['utmContent=100%', { ...none, utmContent: '100%' }],
  ['utmContent=a=b; other=x', { ...none, utmContent: 'a=b' }],
  ['utmSource=%E3%81', { ...none, utmSource: '%E3%81' }],
  ['utmSource="q"; x', { ...none, utmSource: '"q"' }],
  ['xutmSource=no; __proto__=x; =;;', none],
])('reads the campaign from the cookies “%s”', (cookies, campaign) => {
  expect(readCampaign(() => cookies)).toEqual(campaign);
});

it('reads nothing where the browser forbids to read cookies', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(readCampaign(forbidden)).toEqual(none);
});
