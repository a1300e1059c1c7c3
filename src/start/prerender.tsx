import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { signupMachine } from '../machines/signup.ts';
import { createCardSecrets } from '../signup/card/card-secrets.ts';
import { inJapan } from '../signup/japan-date.ts';
import { App } from '../views/App.tsx';
import { midYear } from '../views/prerendered-date.ts';
import { documentTitle } from '../views/shell/document-title.ts';
import { LateNote } from '../views/shell/LateNote.tsx';
import { LoadingPage } from '../views/shell/LoadingPage.tsx';

/** The parts of the page that are made at build time, as HTML. */
export type Prerendered = {
  /** The input screen as a first-time visitor sees it. */
  form: string;
  /** Shown until the app knows which other screen to show. */
  loading: string;
  name: string;
  title: string;
  description: string;
  /** Shown while the form's script has not come. */
  late: string;
  /** For visitors whose browser runs no script. */
  noscript: string;
  /** The year for which the form's lists of years are made. */
  year: number;
};

/** Renders the input screen at build time. */
export function render(): Prerendered {
  const { year } = inJapan(new Date());
  const actor = createActor(signupMachine, {
    input: {
      arrival: 'input',
      now: midYear(year).getTime(),
      callback: null,
      saved: null,
      link: [],
      allowedRedirectOrigins: [],
      isOpenedByBank: false,
      seed: '',
    },
  });
  return {
    form: renderToString(<App actor={actor} secrets={createCardSecrets()} />),
    loading: renderToStaticMarkup(<LoadingPage />),
    name: organisation.name,
    title: documentTitle(actor.getSnapshot()),
    description: organisation.pageDescription,
    late: renderToStaticMarkup(<LateNote />),
    noscript: renderToStaticMarkup(<NoScriptNote />),
    year,
  };
}

function NoScriptNote() {
  return (
    <p className="noscript">
      このフォームのご利用にはJavaScriptが必要です。ご利用になれない場合は、
      <a href={organisation.links.contact}>お問い合わせください</a>。
    </p>
  );
}
