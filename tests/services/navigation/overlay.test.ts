import { expect, it, vi } from 'vitest';
import { closeOverlay, openOverlay } from '../../../src/services/navigation/overlay.ts';

it('a closed overlay steps back after 0.3 s for screen readers, unless it opens again', () => {
  vi.useFakeTimers();
  const back = vi.fn();
  vi.stubGlobal('history', { state: { isOverlay: true }, back });
  closeOverlay();
  openOverlay();
  vi.advanceTimersByTime(300);
  closeOverlay();
  vi.advanceTimersByTime(299);
  expect(back).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(back).toHaveBeenCalledOnce();
});
