import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from '../e2e/support/fixtures.ts';
import { type Browser, startListening, whatIsMissing } from './screen-reader.ts';

/**
 * One thing that the donor does, and what must be heard then or must not. `until` repeats the key up to a control whose
 * words these are; a transcript is never compared, since no two runs are the same.
 */
type Step = {
  press?: string;
  until?: string;
  type?: string;
  hears?: readonly (string | RegExp)[];
  never?: readonly (string | RegExp)[];
  /** How long it must be silent, in milliseconds: longer where something comes after an answer. */
  silence?: number;
};

const required = '必須項目です';
const invalid = 'invalid entry';
const wholeAmount = '毎月3,000円';
const cardTerms = 'デビットカード、デビット機能付き';
const noticeTitle = 'クレジットカードご利用時の注意事項';

/** Goes on to a field, and types. */
const typeInto = (field: string, type: string, heard: Pick<Step, 'hears' | 'silence'> = {}): Step[] => [
  { press: 'Tab', until: `${field} エントリ` },
  { type, ...heard },
];

/** A sign-up by keyboard alone, with a mistake in each way. */
const steps: readonly Step[] = [
  // nothing is wrong before it was checked, and moving through the form says nothing
  { press: 'Tab', until: '姓 エントリ', hears: ['required'], never: [invalid] },
  { press: 'Tab', until: 'メールアドレス エントリ', hears: ['例：'], never: [invalid, required] },
  // a mistyped address is heard whole, and the next stop corrects it
  { type: 'hanako@gmial.com' },
  { press: 'Tab', hears: ['もしかして：hanako@gmail.comですか？', 'に直す'], silence: 2000 },
  { press: 'Return', hears: ['メールアドレス エントリ hanako@gmail.com'], never: [invalid] },
  // an error is said once, when the donor leaves the field
  { press: 'Tab', until: '電話番号 エントリ', never: [required] },
  { type: '0901234' },
  { press: 'Tab', hears: ['電話番号：09012345678の形式で入力してください'], silence: 2000 },
  {
    press: 'shift+Tab',
    hears: ['電話番号 エントリ', invalid, '09012345678の形式で'],
    never: ['お知らせを閉じる'],
  },
  { press: 'Escape', hears: ['電話番号のお知らせを閉じました'] },
  { press: 'End' },
  { type: '5678', never: ['例：'] },
  // each way of paying is heard with its terms
  { press: 'Tab', until: 'お支払い方法 パネル' },
  { press: 'Insert+a' },
  { press: 'Down', hears: ['引落', '10日以内', '月2,000円から'], silence: 2000 },
  { press: 'Up', hears: ['クレジットカード', cardTerms], silence: 2000 },
  { press: 'Insert+a' },
  // the notice says only its title, also in browse mode, and leads back to its button without the terms
  { press: 'Tab', until: `${noticeTitle} プッシュ` },
  { press: 'Insert+a', hears: ['Browse mode'] },
  { press: 'Return', hears: [noticeTitle], never: ['閉じる', /注意事項.*注意事項/], silence: 2000 },
  { press: 'Down', hears: ['ご利用いただけるカード 見出し'] },
  { press: 'Escape', hears: [`${noticeTitle} プッシュボタン`], never: [cardTerms], silence: 3000 },
  // an attempt to go on leads to the list of errors
  { press: 'Tab', until: '入力内容を確認する プッシュ' },
  { press: 'Return', hears: ['入力内容をご確認ください（11件）'], silence: 2000 },
  { press: 'Tab', hears: [/姓 ?：必須項目です/] },
  { press: 'Return', hears: ['姓 エントリ', invalid, required] },
  { type: 'Yamada' },
  { press: 'Tab', hears: ['名 エントリ', '残り10件です'], never: ['お知らせを閉じる'], silence: 2000 },
  { type: 'Hanako' },
  { press: 'Tab', hears: ['ふりがな エントリ'] },
  { type: 'yamada' },
  { press: 'Tab', until: '海外に住んでいる' },
  { press: 'space', hears: ['海外へは郵便物をお送りしておりません'], silence: 2000 },
  { press: 'space', silence: 2000 },
  ...typeInto('郵便番号', '1000001', {
    hears: ['住所を入力しました：東京都千代田区千代田'],
    silence: 3000,
  }),
  { press: 'Tab', until: '市区町村 エントリ', never: [invalid] },
  ...typeInto('番地・建物名', '1-2-3'),
  ...typeInto('カード番号', '4242424242424242'),
  { press: 'Tab', until: '有効期限（月）' },
  { type: '12' },
  { press: 'Tab', until: '有効期限（年）' },
  { press: 'End' },
  ...typeInto('セキュリティコード', '123'),
  { press: 'Tab', hears: ['修正が済みました'], silence: 2000 },
  { press: 'Tab', until: '入力内容を確認する プッシュ' },
  { press: 'Return', hears: ['お申し込み内容の確認', 'まだ完了していません'], silence: 4000 },
  // each row of the summary has one value, and a card is known by its end
  { press: 'Down', until: 'お名前', hears: ['Yamada Hanako'], never: ['2 values', '/ （お名前）'] },
  { press: 'Down', until: '末尾4242', never: ['2 values', '*'] },
  // the arrows reach the end
  { press: 'Down', until: '入力画面に戻る' },
  {
    press: 'shift+Tab',
    until: '送信する',
    hears: ['無効', '確認の欄にチェックを入れると、送信できます', wholeAmount],
  },
  { press: 'Return' },
  { press: 'shift+Tab', hears: ['確認しました チェックボックス'] },
  { press: 'space' },
  {
    press: 'Tab',
    hears: ['送信する プッシュボタン', wholeAmount],
    never: ['無効', /毎月3,000円.*毎月3,000円/],
  },
  { press: 'Return', hears: ['お申し込みありがとうございます'], silence: 6000 },
];

test('a sign-up by keyboard is heard as it is seen', async ({ sandbox }, { project }) => {
  const browser = project.name as Browser;
  const missing = whatIsMissing(browser);
  if (missing) throw new Error(missing);
  const lines: string[] = [];
  const faults: string[] = [];
  const ear = await startListening(browser, ':91');
  try {
    await ear.open(`${sandbox.url}/form/member`);
    const read = await ear.hear('マンスリーサポーター申し込み');
    if (/ステータスバー|invalid|Visa.*見出し level 1/.test(read)) faults.push(`reading the page: ${read}`);
    await ear.press('ctrl+Home');
    for (const step of steps) {
      const { press = '', until, type, hears = [], never = [], silence } = step;
      const label = type === undefined ? `${press}${until === undefined ? '' : '…'}` : `「${type}」`;
      const complainOf = (words: readonly (string | RegExp)[], heard: string, isWanted: boolean) => {
        for (const each of words)
          if ((typeof each === 'string' ? heard.includes(each) : each.test(heard)) !== isWanted)
            faults.push(`${label}: “${each}” is ${isWanted ? 'not said, but' : 'said'}: ${heard}`);
      };
      let heard =
        type === undefined ? await ear.press(press, until ? 500 : silence) : await ear.type(type, silence);
      for (let more = 0; until !== undefined && !heard.includes(until) && more < 45; more++) {
        complainOf(never, heard, false);
        heard = await ear.press(press, 500);
      }
      lines.push(`| ${label} | ${heard.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`);
      complainOf([...hears, ...(until === undefined ? [] : [until])], heard, true);
      complainOf(never, heard, false);
    }
  } finally {
    await ear.close();
    const transcript = `# A sign-up as Orca says it, in ${browser}\n\nWritten by \`npm run test:heard\`. …: the key is pressed until the control comes.\n\n| The donor presses | and hears |\n|---|---|\n${lines.join('\n')}\n`;
    mkdirSync('reports/heard', { recursive: true });
    writeFileSync(`reports/heard/${browser}.md`, transcript);
  }
  test.expect(faults).toEqual([]);
});
