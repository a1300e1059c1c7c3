import type { LoadScript } from './load-script.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The address of Google Tag Manager's script for a container. */
export const gtmUrl = (gtmId: string): string =>
  `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtmId)}`;

/**
 * Counts page views by kind of page and path, never with a field's value (decision 14).
 * Without an id, Google Tag Manager is not loaded.
 */
export function createAnalytics(gtmId: string | null, loadScript: LoadScript) {
  window.dataLayer ??= [];
  const { dataLayer } = window;
  if (gtmId) {
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    // the form works without analytics
    loadScript(gtmUrl(gtmId)).catch(() => {});
  }
  return (page: 'input' | 'confirm') =>
    dataLayer.push({ event: 'page_view', page_kind: page, page_path: location.pathname });
}
