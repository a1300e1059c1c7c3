import { ACCESS_TOKEN_PATH } from '../../services/api.ts';
import { keepCallbackParameter } from '../../services/navigation/waiting-callback.ts';
import { createAppLoader } from './load-app.ts';

/*
 * Inline in the page of the screens that need the donor's data (scripts/build.ts): takes `p` out of the address, requests
 * the access token, which all of these screens need, and loads the app.
 */
keepCallbackParameter();
// The app takes the answer (services/api.ts).
globalThis.earlyAccessToken = fetch(import.meta.env.VITE_API_ORIGIN + ACCESS_TOKEN_PATH, {
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
});
// The app shows the failure; this avoids an unhandled rejection.
globalThis.earlyAccessToken.catch(() => {});
const app = createAppLoader(document.currentScript?.dataset.app ?? '');
addEventListener('DOMContentLoaded', app.start);
addEventListener('click', app.press);
