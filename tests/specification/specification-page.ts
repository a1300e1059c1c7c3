import { html, raw } from 'hono/html';
import type { Proof } from './proofs.ts';
import type { Statement } from './statements.ts';

/** A statement and what is known of it. */
export type Entry = {
  statement: Statement;
  proofs: Proof[];
};

type Options = {
  date: Date;
  /** Address of a picture of the screen where it can be seen, from the page's own folder. */
  pictureOf: (entry: Entry) => string | null;
};

/** The little Markdown that statements use: code, and links of which only the text stays. */
const markdown = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

type Standing = 'proven' | 'not proven' | 'context';

function standingOf({ statement, proofs }: Entry): Standing {
  if (statement.context) return 'context';
  return proofs.length > 0 && proofs.every(({ outcome }) => outcome === 'passed') ? 'proven' : 'not proven';
}

const styles = `
:root { color-scheme: light; font: 16px/1.6 system-ui, "Noto Sans CJK JP", sans-serif; color: #1a1a1c; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; border-bottom: 2px solid #ccc; }
article { display: grid; grid-template-columns: 5.5rem 1fr 8rem; gap: 0 1rem; padding: .75rem 0; border-bottom: 1px solid #ddd; }
.id { font-weight: 700; }
.id::before { display: block; width: fit-content; padding: 0 .5rem; border-radius: .25rem; color: #fff; font-size: .75rem; content: attr(data-standing); }
.id[data-standing="proven"]::before { background: #197a4b; }
.id[data-standing="not proven"]::before { background: #c31e1e; }
.id[data-standing="context"]::before { background: #626264; }
p { margin: 0; }
details, .why { color: #626264; font-size: .85rem; }
ul { margin: 0; padding-left: 1.25rem; }
img { display: block; width: 8rem; max-height: 11rem; object-fit: cover; object-position: top; border: 1px solid #ccc; }
.numbers { font-size: 1.25rem; }
`;

function article(entry: Entry, picture: string | null) {
  const { statement, proofs } = entry;
  return html`<article id="${statement.id}">
<p class="id" data-standing="${standingOf(entry)}">${statement.id}</p>
<div>
<p>${markdown(statement.text)}</p>
${statement.context ? html`<p class="why">Not for a test: ${markdown(statement.context)}.</p>` : ''}
${
  proofs.length > 0
    ? html`<details><summary>Proofs: ${proofs.length}</summary><ul>
${proofs.map(({ title, file, outcome }) => html`<li>${outcome}: ${title} <code>${file}</code></li>`)}
</ul></details>`
    : ''
}
</div>
${picture ? html`<a href="${picture}"><img src="${picture}" alt="The screen at the end of its proof" loading="lazy"></a>` : ''}
</article>`;
}

/** The report for the organisation: each statement, proven or not, with a picture where it can be seen. */
export function specificationPage(entries: readonly Entry[], { date, pictureOf }: Options): string {
  const count = (standing: Standing) => entries.filter((entry) => standingOf(entry) === standing).length;
  const sections = new Set(entries.map(({ statement }) => statement.section));
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Specification, ${date.toISOString().slice(0, 10)}</title>
<style>${raw(styles)}</style>
<h1>Specification of the monthly supporter form</h1>
<p>As tested on ${date.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })}.</p>
<p class="numbers">${count('proven')} statements proven, ${count('not proven')} not proven; ${count('context')} are context, which no test can prove.</p>
<p>Green: every test that proves the statement has passed.</p>
${[...sections].map((section) => {
  const ofSection = entries.filter(({ statement }) => statement.section === section);
  return html`<h2>${section}</h2>
${ofSection.map((entry) => article(entry, pictureOf(entry)))}`;
})}
</html>
`);
}
