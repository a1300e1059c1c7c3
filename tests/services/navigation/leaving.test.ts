import { expect, it, vi } from 'vitest';
import { createFreshPageOpener } from '../../../src/services/navigation/leaving.ts';

it('a fresh page takes the callback’s place in the history, unless the donor is already leaving', () => {
  const page = new EventTarget();
  const replace = vi.fn();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { replace });
  const freshPage = createFreshPageOpener();
  freshPage.noticeLeaving();
  freshPage.open();
  page.dispatchEvent(new Event('beforeunload'));
  freshPage.open();
  expect(replace.mock.calls).toEqual([['/form/member/returned']]);
});
