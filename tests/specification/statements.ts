import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One line of docs/specification.md. */
export type Statement = {
  /** `§2.14` */
  id: string;
  /** In Markdown. */
  text: string;
  /** Why no test can prove it; null where one must. */
  context: string | null;
};

/**
 * Reads docs/specification.md.
 * @throws Error if a line only looks like a statement, or an id occurs twice or in the wrong section
 */
export function readStatements(): Statement[] {
  const file = fileURLToPath(new URL('../../docs/specification.md', import.meta.url));
  const statements: Statement[] = [];
  let section = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('- ')) continue;
    const [, id, context = null, text] =
      /^- \*\*(§\d+\.\d+)\*\* (?:\*\(context: (.+?)\)\* )?(\S.*)$/.exec(line) ?? [];
    if (!id || !text) throw new Error(`Not a statement: ${line}`);
    if (!section.startsWith(`${id.slice(1).split('.')[0]}.`))
      throw new Error(`${id} stands in “${section}”.`);
    if (statements.some((other) => other.id === id)) throw new Error(`${id} stands twice.`);
    statements.push({ id, text, context });
  }
  return statements;
}

/** How a test says that it proves a statement: `{ tags: '@§2.14' }` in Vitest, `{ tag: '@§2.14' }` in Playwright. */
export const tagOf = (id: string): string => `@${id}`;
