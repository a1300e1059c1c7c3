import { ACCESS_TOKEN_PATH } from '../services/api.ts';
import { keepCallbackParameter } from '../services/navigation.ts';

/*
 * Inline in the page of the screens that need the donor's data (scripts/build.ts): takes `p` out of the address, requests
 * the access token, which all of these screens need, and starts the app.
 */
keepCallbackParameter();
globalThis.earlyAccessToken = fetch(import.meta.env.VITE_API_ORIGIN + ACCESS_TOKEN_PATH, {
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
})
  .then((answer) => answer.ok && answer.json())
  .catch(() => null);

const entry = document.currentScript?.dataset.entry ?? '';
// If the app does not load, replaces the copy in the browser's cache, which may be damaged.
addEventListener('DOMContentLoaded', () =>
  import(/* @vite-ignore */ entry).catch(() => fetch(entry, { cache: 'reload' }).catch(() => {})),
);
