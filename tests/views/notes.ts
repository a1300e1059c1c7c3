import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import type { SignupForm } from '../../src/signup/form.ts';
import { untouchedSession } from '../../src/signup/session/saved-session.ts';
import type { InputRest } from './show.tsx';

/** The form after these events of the chart. */
export const after = (...events: readonly SignupEvent[]) => ({ events });
/** A session that knows this of postal codes. */
export const knowing = (known: Partial<typeof untouchedSession.lookups>) => ({
  lookups: { ...untouchedSession.lookups, ...known },
});
const home = { zip: '150-0001', prefecture: '東京都', city: '港区芝' };
const place = { prefecture: '東京都', city: '渋谷区神宮前' };
const ofCode = { postalCode: '1500001', ...place };

/** What the input screen says in a live region, and when. */
export const notes: [said: string, form: Partial<SignupForm>, rest?: InputRest][] = [
  [
    '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。',
    { birthYear: '2001', birthMonth: '1', birthDay: '31' },
    after({ type: 'field.changed', change: { name: 'birthMonth', value: '4' } }),
  ],
  [
    '住所を自動で入力できませんでした。続けてご入力ください。',
    { zip: '999-0001' },
    knowing({ missing: '9990001' }),
  ],
  ['住所を入力しました：東京都渋谷区神宮前', { ...home, ...place }, knowing({ filled: ofCode })],
  [
    'この郵便番号の住所を確認できませんでした。下の住所が合っているか、ご確認ください。',
    { ...place, zip: '999-0001' },
    knowing({ filled: ofCode, missing: '9990001' }),
  ],
  [
    'この郵便番号の住所は、東京都渋谷区神宮前です。下の住所が合っているか、ご確認ください。',
    home,
    knowing({ answer: ofCode }),
  ],
  [
    '番地・建物名の欄に、上の欄と同じ都道府県や市区町村が入っています。番地・建物名だけにしますか？',
    { ...home, street: '東京都港区芝1-1' },
  ],
  ['もしかして：hanako@gmail.comですか？', { email: 'hanako@gmial.com' }],
  ['入力内容を消去しました。', { lastName: '山田' }, after({ type: 'draft.cleared', at: 1 })],
  ['カード情報を確認しています…', {}, after({ type: 'input.confirmed', at: 0 })],
];
