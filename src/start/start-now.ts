import { ACCESS_TOKEN_PATH } from '../services/api.ts';
import { keepCallbackParameter } from '../services/navigation.ts';

/*
 * Stands inline in the page of the screens that need the donor's data (scripts/build.ts): clears the address, asks for the
 * token without which none of these screens can do anything, and starts the app.
 */
keepCallbackParameter();
globalThis.earlyAccessToken = fetch(import.meta.env.VITE_API_ORIGIN + ACCESS_TOKEN_PATH, {
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
})
  .then((answer) => answer.ok && answer.json())
  .catch(() => null);

const entry = document.currentScript?.dataset.entry ?? '';
// Once the page is there. The next try must not get a damaged copy out of the browser's cache.
addEventListener('DOMContentLoaded', () =>
  import(/* @vite-ignore */ entry).catch(() => fetch(entry, { cache: 'reload' }).catch(() => {})),
);
