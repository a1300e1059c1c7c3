import { keepCallbackParameter } from '../../services/waiting-callback.ts';
import { createAppLoader } from './load-app.ts';
import { requestAccessToken } from './request-access-token.ts';

/*
 * Inline in the page of the screens that need the donor's data (scripts/build.ts): takes `p` out of the address, requests
 * the access token, which all of these screens need, and loads the app.
 */
keepCallbackParameter();
requestAccessToken();
const app = createAppLoader(document.currentScript?.dataset.app ?? '');
addEventListener('DOMContentLoaded', app.start);
addEventListener('click', app.press);
