import { ACCESS_TOKEN_PATH } from '../../services/api.ts';

/** Requests the access token before the app is there to do it. The app takes it from `earlyAccessToken`. */
export function requestAccessToken(): void {
  globalThis.earlyAccessToken = fetch(import.meta.env.VITE_API_ORIGIN + ACCESS_TOKEN_PATH, {
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
    .then((answer) => answer.ok && answer.json())
    .catch(() => null);
}
