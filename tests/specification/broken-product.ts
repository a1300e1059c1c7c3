import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { breakagesByFile } from './breakages.ts';
import { root } from './proofs.ts';

/** One thing wrong with the product: a text of one source file, and what stands there instead. */
export type Breakage = {
  /** The statements that are untrue then. */
  statements: string[];
  /** From the project's folder. */
  file: string;
  find: string;
  replace: string;
};

export const breakages: readonly Breakage[] = Object.entries(breakagesByFile).flatMap(([file, list]) =>
  list.map(([ids, find, replace]) => ({ statements: ids.split(' '), file, find, replace })),
);

const excerpt = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text).replaceAll(/\s+/g, ' ');

/** For people: `Footer.tsx: “会員規約” → “”`. */
export const describeBreakage = ({ file, find, replace }: Breakage): string =>
  `${file.split('/').at(-1)}: “${excerpt(find)}” → “${excerpt(replace)}”`;

/** Breakages that no longer fit the source, a sentence each: the text to replace must stand there exactly once. */
export function misfits(list: readonly Breakage[]): string[] {
  return list.flatMap((breakage) => {
    const times = readFileSync(join(root, breakage.file), 'utf8').split(breakage.find).length - 1;
    if (times === 1) return [];
    return [`${breakage.statements.join(', ')}: ${describeBreakage(breakage)} fits ${times} times, not once`];
  });
}

/** Applies a breakage to the source while Vite or Vitest reads it. */
export function breaks({ file, find, replace }: Breakage): Plugin {
  const path = join(root, file).replaceAll('\\', '/');
  return {
    name: `breakage ${file} ${find} ${replace}`,
    enforce: 'pre',
    transform: (code, id) =>
      id.split('?')[0] === path ? { code: code.replace(find, () => replace), map: null } : null,
  };
}
