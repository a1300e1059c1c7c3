import { expect, it } from 'vitest';
import { emptyForm } from '../../../src/signup/form.ts';
import { draftLifetime, parseEarlyDraft, serialiseTyped } from '../../../src/signup/session/early-draft.ts';
import { untouchedSession } from '../../../src/signup/session/saved-session.ts';
import { serialiseSession } from '../../../src/signup/session/serialise-session.ts';

const NOW = Date.UTC(2026, 10, 21);
const form = { ...emptyForm, lastName: '山田', zip: '100-0001', receipt: true };
const kept = serialiseSession({ ...untouchedSession, form }, NOW) ?? '';

it('a draft is shown as the controls hold it', () => {
  expect(parseEarlyDraft(kept, NOW)).toEqual({ asBuilt: 'all', values: { ...form, zip: '100 - 0001' } });
});

it.each([
  ['the app may find too old', kept, NOW + draftLifetime / 2 + 1],
  ['comes from a clock that was moved', kept, NOW - draftLifetime],
  [
    'leads to another screen',
    serialiseSession({ ...untouchedSession, lastTry: { status: 'atBank' } }, NOW),
    NOW,
  ],
  ['nobody can read', '{', NOW],
  ['holds no form', JSON.stringify({ savedAt: NOW, asBuilt: 'all' }), NOW],
  ['holds nothing', 'null', NOW],
])('a draft that %s is not shown', (_, json, now) => {
  expect(parseEarlyDraft(json ?? '', now)).toBeNull();
});

it('the next page gets what was typed before the app had come, without card data', () => {
  const card = { cardNum: '4111', securityCode: '987', firstName: '4111 1111 1111 1111' };
  const json = serialiseTyped({ ...emptyForm, lastName: '山田', ...card }, NOW);
  expect(json).not.toMatch(/4111|987/);
  const { firstName: _, ...others } = emptyForm;
  expect(parseEarlyDraft(json, NOW)?.values).toEqual({ ...others, lastName: '山田' });
});
