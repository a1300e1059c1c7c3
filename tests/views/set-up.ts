import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { now } from './show.tsx';

// As in vitest.config.ts: a busy machine may be slow.
configure({ asyncUtilTimeout: 60_000 });

/** What names and roles depend on of an element's style. */
const styleWith = (display: string) => Object.assign(document.createElement('p').style, { display });
const hidden = styleWith('none');
const visible = styleWith('inline');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  // jsdom has neither a layout nor modal dialogs.
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => {};
  // jsdom would match each element that is asked for against its whole style sheet.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
    element.matches('[hidden], dialog:not([open])') ? hidden : visible,
  );
});
afterEach(cleanup);
