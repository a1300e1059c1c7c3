import { expect, it } from 'vitest';
import { suggestEmail } from '../../../src/signup/profile/email-typo.ts';

/** By the domain that was meant. */
const mistakes = {
  'gmail.com': 'gmail.ne.jp gmail.jp gmial.com gamil.com gmai.com gmail.con gmail.co gmail.co.jp GMIAL.com',
  'docomo.ne.jp': 'docomo.jp docomo.com docom.ne.jp docomo.ne.jo docomo.co.jp',
  'ezweb.ne.jp': 'ezweb.co.jp ezwed.ne.jp',
  'icloud.com': 'icloud.co.jp icloud.jp iclud.com icloud.comm',
  'ymobile.ne.jp': 'ymobil.ne.jp',
  'outlook.com': 'outlook.con',
  'hotmail.co.jp': 'hotmail.co.jo',
  'nifty.com': 'nifty.con',
  'biglobe.ne.jp': 'bigloge.ne.jp',
  'yahoo.co.jp': 'yaho.co.jp yahoo.co.jo yahoo.jp',
  'softbank.ne.jp': 'sofbank.ne.jp',
  'i.softbank.jp': 'i.sofbank.jp',
  'hotmail.com': 'hotmial.com',
  'outlook.jp': 'outlok.jp',
};
it.each(Object.entries(mistakes))('%s is suggested for each of its common mistakes', (meant, typed) => {
  for (const domain of typed.split(' ')) expect(suggestEmail(`taro@${domain}`), domain).toBe(`taro@${meant}`);
});

it.each([
  ['taro@example.com;', 'taro@example.com'],
  ['<taro@gmail.com>', 'taro@gmail.com'],
  ['mailto:taro@gmial.com', 'taro@gmail.com'],
  ['taro@example.jp。', 'taro@example.jp'],
  ['taro@example..org', 'taro@example.org'],
  ['taro@example.com..', 'taro@example.com'],
  ['Ta.Ro+1@gnail.com', 'Ta.Ro+1@gmail.com'],
])('for “%s” “%s” is suggested', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

it('an address at a domain that exists, or that is none, is left alone', () => {
  const domains =
    'gmail.com Gmail.com gmx.com ybb.ne.jp hotmail.fr hotmail.de hotmail.it outlook.fr outlook.de outlook.es cloud.com ' +
    'disney.ne.jp vodafone.ne.jp small.com ymail.com mail.com email.com yahoo.com yahoo.ne.jp yahoo.co.jp icloud.com me.com ' +
    'au.com ocn.ne.jp kcn.ne.jp so-net.ne.jp softbank.ne.jp i.softbank.jp ymobile.ne.jp outlook.com outlook.jp hotmail.co.jp ' +
    'live.jp example.com example.co.jp toString __proto__';
  const addresses = domains.split(' ').map((domain) => `taro@${domain}`);
  const none = ['taro..yamada@docomo.ne.jp', '@gmial.com', 'gmial.com', 'taro@', ''];
  expect([...addresses, ...none].filter((typed) => suggestEmail(typed) !== null)).toEqual([]);
});
