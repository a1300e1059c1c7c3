import type { Page } from '@playwright/test';
import { normaliseField } from '../../src/signup/fields.ts';
import { fieldMessages } from '../../src/signup/messages.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openTyped, typedFormByBank } from './seeded.ts';

/** First those that take any text. */
const fields = ['lastName', 'firstName', 'furigana', 'street', 'city', 'email', 'phone', 'zip'] as const;

/** Texts that a form may cut, repair or choke on. What a name or an address may hold is sent; the rest is refused. */
const texts: readonly string[] = [
  // 10,000 letters
  'あ'.repeat(10_000),
  // 196 characters in 308 units
  '👨‍👩‍👧‍👦'.repeat(28),
  // emoji and skin tones
  '花子👩🏽‍🚒🏳️‍🌈',
  // right-to-left marks
  'ab\u202e\u05d0\u05d1\u202c\u200f\u061c',
  // combining marks
  'か\u3099は\u309ae\u0301Z\u0351\u036b\u0343',
  // variant characters
  '辻\u{e0100}葛󠄀髙﨑𠮷',
  // zero-width characters
  '山\u200b田\u2060\ufeff花',
  // NUL
  'a\u0000b',
  // control characters
  'a\u0007\u001bb\u0085',
  // a lone high surrogate
  'a\ud83db',
  // a lone low surrogate
  'a\udc00b',
  // markup and quotes
  `<b>"'&lt;\\u0041;--{{x}}\${y}%00%s`,
  // names of every object
  '__proto__',
];

/** As a browser would: without Playwright's own conversion, which lone surrogates do not survive. */
async function type(page: Page, values: Record<string, string>): Promise<void> {
  const codes = Object.entries(values).map(
    ([name, text]) =>
      [name, Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))] as const,
  );
  await page.evaluate((given) => {
    for (const [name, units] of given) {
      const element = document.querySelector(`[name="${name}"]`);
      const value = units.map((unit) => String.fromCharCode(unit)).join('');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
      element?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, codes);
}

/** What stands in the fields, and which of them have an error above them. */
const seenIn = (page: Page) =>
  page.evaluate(
    (names) =>
      names.map((name) => {
        const input = document.querySelector(`[name="${name}"]`);
        return {
          name,
          value: input instanceof HTMLInputElement ? input.value : '',
          isRefused: document.querySelector(`[data-error-for="${name}"]`) !== null,
        };
      }),
    fields,
  );

test('every text is sent exactly as typed, or refused beside its field: never cut, never changed', async ({
  page,
  sandbox,
}) => {
  test.skip(
    test.info().project.name === 'firefox',
    'Playwright hears no request’s body through WebDriver BiDi',
  );
  const donor = donorAt(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/app/memberRegisterBank.php')) sent.push(request.postData() ?? '');
  });
  await sandbox.setScenario('memberRegisterBank', { body: { success: false, messages: ['次'] } });
  await openTyped(page, typedFormByBank);

  for (let round = 0; round < 3; round++) {
    // each text comes to one of the fields that take any, and most to others
    const typed = Object.fromEntries(
      fields.map((name, index) => [name, texts[(index + 5 * round) % texts.length] ?? '']),
    );
    await test.step(JSON.stringify(Object.values(typed).map((text) => text.slice(0, 20))), async () => {
      await type(page, typed);
      await donor.confirmInput();
      await donor.isAt('input.form.correcting');
      for (const name of ['email', 'phone', 'zip']) await expect(donor.errorFor(name)).toBeVisible();
      const seen = await seenIn(page);
      const normalised = (name: (typeof fields)[number]) => normaliseField(name, typed[name] ?? '');
      for (const { name, value } of seen)
        if (name !== 'zip') expect(value === normalised(name), `${name} keeps what was typed`).toBe(true);
      const refused = seen.flatMap(({ name, isRefused }) => (isRefused ? [name] : []));
      await type(page, Object.fromEntries(refused.map((name) => [name, typedFormByBank[name]])));
      await donor.confirmInput();
      await donor.isAt('confirm');
      await donor.agreeAndSubmit();
      await donor.isAt('input.form.failed');
      const payload: Record<string, unknown> = JSON.parse(sent.at(-1) ?? '{}');
      for (const name of fields) {
        const expected = refused.includes(name) ? typedFormByBank[name] : normalised(name);
        expect(payload[name] === expected, `${name} was sent as typed`).toBe(true);
      }
    });
  }
  expect(sent).toHaveLength(3);
});

test('a card number in any other field is refused with a friendly word, and kept nowhere', async ({
  page,
}) => {
  const donor = donorAt(page);
  await openTyped(page, typedFormByBank);
  const shapes = ['4111 1111 1111 1111', '4111-1111-1111-1111', '４１１１１１１１１１１１１１１１'];
  for (const name of ['lastName', 'firstName', 'furigana', 'email', 'city', 'street', 'phone'] as const) {
    for (const shape of name === 'street' ? shapes : [TEST_CARD.cardNum]) {
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
