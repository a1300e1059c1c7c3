import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { loadEnv } from 'vite';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of an env file (default: of the files that `npm run build` reads) and of the process, which win.
 * @throws Error if the named file does not exist
 */
export function readEnvironment(envFile?: string): Environment {
  if (envFile === undefined) return loadEnv('production', fileURLToPath(new URL('..', import.meta.url)), '');
  if (!existsSync(envFile)) throw new Error(`There is no file ${envFile}.`);
  return { ...parseEnv(readFileSync(envFile, 'utf8')), ...process.env };
}

/** Writes the form's settings as a file that {@link readEnvironment} reads. */
export function writeSettings(file: string, environment: Environment): void {
  const settings = Object.entries(environment).filter(([name, value]) => value && /^(VITE|CSP)_/.test(name));
  writeFileSync(file, settings.map(([name, value]) => `${name}='${value}'\n`).join(''));
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
