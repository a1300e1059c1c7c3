import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/** The variables of an env file, if one is named, and of the process; the process's win, as with Vite. */
export function readEnvironment(envFile?: string): Environment {
  return { ...(envFile === undefined ? {} : parseEnv(readFileSync(envFile, 'utf8'))), ...process.env };
}

const keys = ['VITE_CARD_GATEWAY_API_KEY', 'VITE_CARD_GATEWAY_PUBLIC_KEY', 'VITE_CAPTCHA_SITE_KEY'];

/** The settings of `.env.example`, with made-up values for the keys that it leaves empty. */
export function exampleEnvironment(): Environment {
  const file = new URL('../.env.example', import.meta.url);
  return {
    ...parseEnv(readFileSync(file, 'utf8')),
    ...Object.fromEntries(keys.map((key) => [key, 'example'])),
  };
}
