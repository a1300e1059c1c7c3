import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alsoReal, knownMistakes, likelyDomains, suggestEmail } from '../../src/signup/email-typo.ts';

describe('a mistyped e-mail address', () => {
  const mistakes = [
    ['taro@gmail.ne.jp', 'taro@gmail.com'],
    ['taro@gmail.jp', 'taro@gmail.com'],
    ['taro@docomo.jp', 'taro@docomo.ne.jp'],
    ['taro@docomo.com', 'taro@docomo.ne.jp'],
    ['taro@ezweb.co.jp', 'taro@ezweb.ne.jp'],
    ['taro@icloud.co.jp', 'taro@icloud.com'],
    ['taro@icloud.jp', 'taro@icloud.com'],
    ['taro@ymobil.ne.jp', 'taro@ymobile.ne.jp'],
    ['taro@outlook.con', 'taro@outlook.com'],
    ['taro@hotmail.co.jo', 'taro@hotmail.co.jp'],
    ['taro@nifty.con', 'taro@nifty.com'],
    ['taro@bigloge.ne.jp', 'taro@biglobe.ne.jp'],
    ['taro@example.com;', 'taro@example.com'],
    ['taro@gmail.com,', 'taro@gmail.com'],
    ['<taro@gmail.com>', 'taro@gmail.com'],
    ['mailto:taro@gmial.com', 'taro@gmail.com'],
    ['taro@example.jp。', 'taro@example.jp'],
    ['taro@docomo..ne.jp', 'taro@docomo.ne.jp'],
    ['taro@example.com..', 'taro@example.com'],
    ['taro@gmial.com', 'taro@gmail.com'],
    ['taro@gamil.com', 'taro@gmail.com'],
    ['taro@gmai.com', 'taro@gmail.com'],
    ['taro@gmail.con', 'taro@gmail.com'],
    ['taro@gmail.co', 'taro@gmail.com'],
    ['taro@gmail.co.jp', 'taro@gmail.com'],
    ['taro@GMIAL.com', 'taro@gmail.com'],
    ['Ta.Ro+1@gnail.com', 'Ta.Ro+1@gmail.com'],
    ['taro@yaho.co.jp', 'taro@yahoo.co.jp'],
    ['taro@yahoo.co.jo', 'taro@yahoo.co.jp'],
    ['taro@yahoo.jp', 'taro@yahoo.co.jp'],
    ['taro@docom.ne.jp', 'taro@docomo.ne.jp'],
    ['taro@docomo.ne.jo', 'taro@docomo.ne.jp'],
    ['taro@docomo.co.jp', 'taro@docomo.ne.jp'],
    ['taro@ezwed.ne.jp', 'taro@ezweb.ne.jp'],
    ['taro@sofbank.ne.jp', 'taro@softbank.ne.jp'],
    ['taro@i.sofbank.jp', 'taro@i.softbank.jp'],
    ['taro@iclud.com', 'taro@icloud.com'],
    ['taro@icloud.comm', 'taro@icloud.com'],
    ['taro@hotmial.com', 'taro@hotmail.com'],
    ['taro@outlok.jp', 'taro@outlook.jp'],
  ];
  it.each(mistakes)('%s was probably meant to be %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  const right = [
    'taro@gmail.com',
    'taro@Gmail.com',
    'taro..yamada@docomo.ne.jp',
    'taro@gmx.com',
    'taro@ybb.ne.jp',
    'taro@hotmail.fr',
    'taro@hotmail.de',
    'taro@hotmail.it',
    'taro@outlook.fr',
    'taro@outlook.de',
    'taro@outlook.es',
    'taro@cloud.com',
    'taro@disney.ne.jp',
    'taro@vodafone.ne.jp',
    'taro@small.com',
    'taro@ymail.com',
    'taro@mail.com',
    'taro@email.com',
    'taro@yahoo.com',
    'taro@yahoo.ne.jp',
    'taro@yahoo.co.jp',
    'taro@icloud.com',
    'taro@me.com',
    'taro@au.com',
    'taro@ocn.ne.jp',
    'taro@kcn.ne.jp',
    'taro@so-net.ne.jp',
    'taro@softbank.ne.jp',
    'taro@i.softbank.jp',
    'taro@ymobile.ne.jp',
    'taro@outlook.com',
    'taro@outlook.jp',
    'taro@hotmail.co.jp',
    'taro@live.jp',
    'taro@example.com',
    'taro@example.co.jp',
    'taro@toString',
    'taro@__proto__',
    '@gmial.com',
    'gmial.com',
    'taro@',
    '',
  ];
  it.each(right)('%s is left alone', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });

  it('has a sample for every entry of the tables', () => {
    const samples = (all: string[]) => all.map((email) => email.slice(email.indexOf('@') + 1));
    const wrong = samples(mistakes.map(([typed = '']) => typed));
    const meant = samples(mistakes.map(([, to = '']) => to));
    expect([
      Object.keys(knownMistakes).filter((domain) => !wrong.includes(domain)),
      likelyDomains.filter((domain) => !meant.includes(domain)),
      [...alsoReal].filter((domain) => !samples(right).includes(domain)),
    ]).toEqual([[], [], []]);
  });

  it('is never mended twice, and its name never changes', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.constantFrom('gmail.com', 'docomo.ne.jp', 'yahoo.co.jp'),
        fc.nat(12),
        (email, domain, cut) => {
          const local = email.slice(0, email.lastIndexOf('@'));
          const suggested = suggestEmail(`${local}@${domain.slice(0, cut)}${domain.slice(cut + 1)}`);
          if (suggested === null) return;
          expect(suggested.startsWith(`${local}@`)).toBe(true);
          expect(suggestEmail(suggested)).toBeNull();
        },
      ),
    );
  });
});
