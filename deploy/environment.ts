import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/** The process's variables, and those of an env file where one is named; the process's own win, as with Vite. */
export function readEnvironment(envFile?: string): Environment {
  return { ...(envFile === undefined ? {} : parseEnv(readFileSync(envFile, 'utf8'))), ...process.env };
}

const keys = ['VITE_CARD_GATEWAY_API_KEY', 'VITE_CARD_GATEWAY_PUBLIC_KEY', 'VITE_CAPTCHA_SITE_KEY'];

/** The settings of `.env.example`, with something in the place of the keys that everybody has to get for themselves. */
export function exampleEnvironment(): Environment {
  const file = new URL('../.env.example', import.meta.url);
  return {
    ...parseEnv(readFileSync(file, 'utf8')),
    ...Object.fromEntries(keys.map((key) => [key, 'example'])),
  };
}
