import { appAddress } from '../app-address.ts';

const page = document.documentElement;

/** After this time, in milliseconds, the page says that the app has not loaded. */
const PATIENCE = 8000;

/**
 * Loads the app. If that fails, it tries again at once, and then once for each press (decision 26). The style sheet shows
 * by `data-late` what the donor is told meanwhile.
 * @param file the path of the app's file
 */
export function createAppLoader(file: string) {
  let tries = 0;
  let isLoading = false;
  let timer = 0;

  const load = () => {
    isLoading = true;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      page.dataset.late = 'slow';
    }, PATIENCE);
    import(/* @vite-ignore */ appAddress(file, tries++)).catch(() => {
      isLoading = false;
      clearTimeout(timer);
      if (tries === 1) load();
      else page.dataset.late = 'missing';
    });
  };

  addEventListener('signup-ready', () => {
    clearTimeout(timer);
    delete page.dataset.late;
  });

  return {
    /** Loads the app, unless it has been tried before. */
    start: () => {
      if (tries === 0) load();
    },
    /** Tries again after a failure. A press on a link leads to another page. */
    press: ({ target }: Event) => {
      if (tries === 0 || isLoading || (target instanceof Element && target.closest('a'))) return;
      page.dataset.late = 'awaited';
      load();
    },
  };
}
