import { expect, it, vi } from 'vitest';
import { closeOverlay } from '../../src/services/overlay.ts';

it('a closed overlay leaves screen readers 0.3 s to say where the focus is before it steps back', () => {
  vi.useFakeTimers();
  const back = vi.fn();
  vi.stubGlobal('history', { state: { isOverlay: true }, back });
  closeOverlay();
  vi.advanceTimersByTime(299);
  expect(back).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(back).toHaveBeenCalledOnce();
});
