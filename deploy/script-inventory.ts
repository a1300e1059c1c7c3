import { gtmUrl } from '../src/services/analytics.ts';
import { captchaUrl } from '../src/services/captcha.ts';
import type { Settings } from '../src/settings.ts';

/** One line of the inventory that PCI DSS 6.4.3 asks for. */
export type ListedScript = {
  name: string;
  /** The exact address, or a pattern for files whose name changes with each build. */
  url: string | RegExp;
  /** Who is responsible for it. */
  owner: string;
  /** Why the payment page needs it. */
  reason: string;
  /** How its integrity is assured. */
  integrity: string;
  /** The screens on which it may load. */
  screens: readonly ('input' | 'confirm' | 'callback' | 'complete')[];
};

const changesUnannounced =
  'No SRI: its owner changes it without notice, and a stale hash would stop all sign-ups. Held by the CSP to this ' +
  'origin and by Trusted Types to this address; `npm run check:deployed -- URL --remember FILE` reports a change.';

/** Every script of the sign-up pages. A browser test fails on any other (tests/e2e/sign-up/sign-ups.spec.ts). */
export function scriptInventory(settings: Settings): ListedScript[] {
  const everyScreen = ['input', 'confirm', 'callback', 'complete'] as const;
  const analytics: ListedScript[] = settings.gtmId
    ? [
        {
          name: 'analytics',
          url: gtmUrl(settings.gtmId),
          owner: 'Google (Tag Manager); its content: those who may publish the container',
          reason:
            'Counts page views. It may not see a field; those who publish the container must keep to that.',
          integrity: changesUnannounced,
          screens: everyScreen,
        },
      ]
    : [];
  return [
    {
      name: 'form',
      url: /^\/form\/(?:assets|late)\/[\w.-]+\.js$/,
      owner: 'This repository',
      reason: 'The sign-up form itself: fields, rules, calls, and the sanitiser of server messages.',
      integrity: 'SRI: sha384 in the import map of each page.',
      screens: everyScreen,
    },
    {
      name: 'card gateway',
      url: settings.cardGatewayScript,
      owner: 'The payment gateway',
      reason: 'Turns the card into a token in the browser, so that no card number reaches our servers.',
      integrity: changesUnannounced,
      screens: ['input', 'confirm'],
    },
    {
      name: 'captcha',
      url: captchaUrl(settings),
      owner: 'The captcha provider',
      reason:
        'Keeps machines from trying out stolen cards with the form. Fetched on the input screen, run at submit; after a ' +
        'refusal it stays beside the card fields (decision 5).',
      integrity: changesUnannounced,
      screens: ['input', 'confirm'],
    },
    ...analytics,
  ];
}

/** The listed script with this address. Inline scripts have none: the CSP allows each by its hash. */
export function findListedScript(inventory: readonly ListedScript[], siteOrigin: string, address: string) {
  const { origin, pathname, href } = new URL(address);
  return inventory.find(({ url }) =>
    typeof url === 'string' ? url === href : origin === siteOrigin && url.test(pathname),
  );
}
