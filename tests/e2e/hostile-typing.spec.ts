import type { Page } from '@playwright/test';
import { normaliseField } from '../../src/signup/fields.ts';
import { fieldMessages } from '../../src/signup/messages.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { seedSession, sessionWith, typedFormByBank } from './seeded.ts';

const fields = ['lastName', 'firstName', 'furigana', 'email', 'street', 'city', 'phone', 'zip'] as const;

/** Texts that a form may cut, repair or choke on. What a name or an address may hold is sent; the rest is refused. */
const texts: Record<string, string> = {
  '10,000 letters': 'あ'.repeat(10_000),
  '196 characters in 308 units': '👨‍👩‍👧‍👦'.repeat(28),
  'emoji and skin tones': '花子👩🏽‍🚒🏳️‍🌈',
  'right-to-left marks': 'ab\u202e\u05d0\u05d1\u202c\u200f\u061c',
  'combining marks': 'か\u3099は\u309ae\u0301Z\u0351\u036b\u0343',
  'variant characters': '辻\u{e0100}葛󠄀髙﨑𠮷',
  'zero-width characters': '山\u200b田\u2060\ufeff花',
  NUL: 'a\u0000b',
  'control characters': 'a\u0007\u001bb\u0085',
  'a lone high surrogate': 'a\ud83db',
  'a lone low surrogate': 'a\udc00b',
  'markup and quotes': `<b>"'&lt;\\u0041;--{{x}}\${y}%00%s`,
  'names of every object': '__proto__',
};

/** As a browser would: without Playwright's own conversion, which lone surrogates do not survive. */
async function type(page: Page, name: string, text: string): Promise<void> {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  await page.locator(`[name="${name}"]`).evaluate((element, units) => {
    const value = units.map((unit) => String.fromCharCode(unit)).join('');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, codes);
}

test('every text is sent exactly as typed, or refused beside its field: never cut, never changed', async ({
  page,
  sandbox,
}) => {
  test.setTimeout(90_000);
  const donor = donorAt(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/app/memberRegisterBank.php')) sent.push(request.postData() ?? '');
  });
  await sandbox.setScenario('memberRegisterBank', { body: { success: false, messages: ['次'] } });
  await seedSession(page, sessionWith(typedFormByBank));
  await donor.open();

  for (const [what, text] of Object.entries(texts)) {
    await test.step(what, async () => {
      for (const name of fields) await type(page, name, text);
      await donor.confirmInput();
      await donor.isAt('input.form.correcting');
      const refused: string[] = [];
      for (const name of fields) {
        if ((await donor.errorFor(name).count()) > 0) refused.push(name);
        const kept = await donor.control(name).evaluate((input: HTMLInputElement) => input.value);
        if (name !== 'zip')
          expect(kept === normaliseField(name, text), `${name} keeps what was typed`).toBe(true);
      }
      expect(refused).toEqual(expect.arrayContaining(['email', 'phone', 'zip']));
      for (const name of refused) await type(page, name, typedFormByBank[name as (typeof fields)[number]]);
      await donor.confirmInput();
      await donor.isAt('confirm');
      await donor.agreeAndSubmit();
      await donor.isAt('input.form.failed');
      const payload: Record<string, unknown> = JSON.parse(sent.at(-1) ?? '{}');
      for (const name of fields) {
        const expected = refused.includes(name) ? typedFormByBank[name] : normaliseField(name, text);
        expect(payload[name] === expected, `${name} was sent as typed`).toBe(true);
      }
    });
  }
  expect(sent).toHaveLength(Object.keys(texts).length);
});

test('a card number in any other field is refused with a friendly word, and kept nowhere', async ({
  page,
}) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedFormByBank));
  await donor.open();
  for (const name of ['lastName', 'firstName', 'furigana', 'email', 'city', 'street', 'phone'] as const) {
    for (const shape of [
      TEST_CARD.cardNum,
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '４１１１１１１１１１１１１１１１',
    ]) {
      await donor.fill({ [name]: shape });
      await donor.control(name).blur();
      await expect(donor.errorFor(name), `${name}: ${shape}`).toContainText(
        fieldMessages.cardNumberElsewhere,
      );
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      expect(kept.normalize('NFKC').replace(/[ -]/g, '')).not.toContain(TEST_CARD.cardNum);
    }
    await donor.fill({ [name]: typedFormByBank[name] });
  }
  await donor.confirmInput();
  await donor.isAt('confirm');
});
