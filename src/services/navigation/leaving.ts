import { FRESH_PAGE } from '../../signup/paths.ts';

/**
 * `open` replaces a page that was opened at the callback's address by one that was not. It does nothing if the donor is
 * already leaving: Firefox then ends the calls under way as if they had failed.
 */
export function createFreshPageOpener() {
  let isLeaving = false;
  return {
    noticeLeaving(): void {
      window.addEventListener('beforeunload', () => {
        isLeaving = true;
      });
    },
    open(): void {
      if (!isLeaving) location.replace(FRESH_PAGE);
    },
  };
}

/** Posts a hidden form, which takes the browser to the organisation's own page (specification §2, Completion). */
export function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
