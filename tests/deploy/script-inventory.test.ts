import { expect, it } from 'vitest';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { findListedScript, scriptInventory } from '../../deploy/script-inventory.ts';
import { readSettings } from '../../src/settings.ts';

const settings = readSettings({ ...exampleEnvironment(), VITE_GTM_ID: 'GTM-ABC123' });
const inventory = scriptInventory(settings);

it.each([
  ['https://www.example.org/form/assets/index-1a2b.js', 'form'],
  ['https://gateway.example.com/js/mp-token.js', 'card gateway'],
  ['https://captcha.example.com/api.js?render=example', 'captcha'],
  ['https://www.googletagmanager.com/gtm.js?id=GTM-ABC123', 'analytics'],
  ['https://evil.example/form/assets/index-1a2b.js'],
  ['https://www.example.org/form/assets/../x.js'],
  ['https://gateway.example.com/js/other.js'],
  ['https://captcha.example.com/api.js'],
  ['https://www.googletagmanager.com/gtm.js?id=GTM-OTHER'],
])('in the inventory of scripts, %s is %s', (url, name?: string) => {
  expect(findListedScript(inventory, settings.siteOrigin, url)?.name).toBe(name);
});
