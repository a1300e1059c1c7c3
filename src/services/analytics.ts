import type { LoadScript } from './load-script.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Google Tag Manager's script for a container. */
export const gtmUrl = (gtmId: string): string =>
  `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtmId)}`;

export type TrackPageView = (page: 'input' | 'confirm') => void;

/**
 * Counts page views: which kind of page and its path, never what is on it (decision 14).
 * Without an id the events stay on the page.
 */
export function createAnalytics(gtmId: string | null, loadScript: LoadScript): TrackPageView {
  window.dataLayer ??= [];
  const { dataLayer } = window;
  if (gtmId) {
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    // a visitor who blocks analytics misses nothing
    loadScript(gtmUrl(gtmId)).catch(() => {});
  }
  return (page) => dataLayer.push({ event: 'page_view', page_kind: page, page_path: location.pathname });
}
