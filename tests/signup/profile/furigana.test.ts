import { expect, it } from 'vitest';
import {
  editFurigana,
  followName,
  isFuriganaDoubtful,
  type NameEvent,
  type NameField,
  startFurigana,
} from '../../../src/signup/profile/furigana.ts';

/** Two name fields, a furigana field and a Japanese keyboard, with the events as a browser sends them. */
class Keyboard {
  state;
  furigana: string;
  /** Every suggestion, without repetitions. */
  readonly suggested: string[] = [];
  #values;
  #field: NameField = 'lastName';
  #selection = { start: 0, end: 0 };

  constructor(form = { lastName: '', firstName: '', furigana: '' }) {
    this.state = startFurigana(form);
    this.furigana = form.furigana;
    this.#values = { lastName: form.lastName, firstName: form.firstName };
  }

  /** Moves the caret to the end of a field, or around a part of it. */
  select(field: NameField, start = this.#values[field].length, end = start): this {
    this.#field = field;
    this.#selection = { start, end };
    return this;
  }

  /** Shows one text after the other, and ends the composition with the last, or with `settled`. */
  compose(shown: string, settled = shown.split(' ').at(-1) ?? ''): this {
    this.#send({ type: 'compositionstart' });
    for (const data of shown.split(' ')) {
      this.#send({ type: 'compositionupdate', data });
      this.#replace(data);
    }
    this.insert(settled);
    this.#send({ type: 'compositionend', data: settled, value: this.#values[this.#field] });
    return this;
  }

  /** A paste, autofill, keys that compose nothing. */
  insert(text: string): this {
    this.#replace(text);
    this.#selection.start = this.#selection.end;
    return this;
  }

  backspace(): this {
    this.#selection.start = Math.max(0, this.#selection.start - 1);
    return this.insert('');
  }

  writeFurigana(value: string): this {
    this.furigana = value;
    this.state = editFurigana(this.state, value);
    return this;
  }

  /** Puts a text in place of what is selected, and selects it. */
  #replace(text: string): void {
    const { start, end } = this.#selection;
    const value = this.#values[this.#field];
    this.#values[this.#field] = value.slice(0, start) + text + value.slice(end);
    this.#selection.end = start + text.length;
    this.#send({ type: 'input', value: this.#values[this.#field] });
  }

  #send(event: NameEvent): void {
    this.state = followName(this.state, this.#field, event);
    if (this.state.suggestion !== null) this.furigana = this.state.suggestion;
    if (this.suggested.at(-1) !== this.furigana) this.suggested.push(this.furigana);
  }
}

// tests/keyboard/ replays what real keyboards did to ordinary names. These are the cases that it lacks.
it.each([
  ['a candidate that keeps kana', 'あいざわ 愛ざわ あい沢 相沢', 'あいざわ'],
  ['a last full-width n', 'じゅｎ 順', 'じゅん'],
  ['marks added by flick', 'は ば ばは ばば 馬場', 'ばば'],
  [
    'a key that completes a kana and converts it',
    'やまだ やまだt 山田た 山田たろ 山田たろう 山田太郎',
    'やまだたろう',
  ],
  ['a name shortened after converting', 'やまだ 山田 山田た 山田 山田', 'やまだ'],
  ['a character outside the basic plane', 'ど 𡈽', 'ど'],
  ['kana that became romaji', 'やまだ yamada', ''],
  ['one kana that became a letter', 'あ a', ''],
  ['a prediction from a kana that cannot be all of its reading', 'や 山田', ''],
])('the furigana follows %s: %s', (_, shown, furigana) => {
  expect(new Keyboard().compose(shown).furigana).toBe(furigana);
});

it('a furigana is suggested only when the name is settled', () => {
  expect(new Keyboard().compose('ｙ や やｍ やま やまｄ やまだ 山田').suggested).toEqual(['', 'やまだ']);
});

const yamada = () => new Keyboard().compose('やまだ 山田');
const written = () => yamada().writeFurigana('やまた');
const yama = () => new Keyboard().compose('やま 山');
/** Every kana that has two forms. */
const katakana =
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペ' +
  'ホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶー';
const hiragana =
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺ' +
  'ほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖー';

it.each<[what: string, furigana: string, typed: Keyboard]>([
  ['a text that was not shown before', 'やまだ', new Keyboard().compose('や やまだ', '山田')],
  [
    'it once on a phone, which shows no kanji before',
    'やまだたろう',
    new Keyboard().compose('やまだたろう', '山田').compose('たろう 太郎'),
  ],
  [
    'a name that is emptied',
    'たろう',
    yamada().select('firstName').compose('たろう 太郎').select('lastName', 0, 2).backspace(),
  ],
  ['one that is deleted', '', yamada().backspace().backspace()],
  ['one of which a kanji is deleted: which reading goes, nobody knows', 'やまだ', yamada().backspace()],
  ['a name whose beginning is deleted', 'もと', yama().compose('もと 本').select('lastName', 1).backspace()],
  ['deleted kana letter by letter', 'さと', new Keyboard().compose('さ さとう').backspace()],
  ['the same piece twice', 'もももも', new Keyboard().compose('もも 桃').compose('もも 桃')],
  [
    'another reading of the same name',
    'ひがし',
    new Keyboard().compose('あずま 東').select('lastName', 0, 1).compose('あずま ひがし 東'),
  ],
  ['no kanji that come in as they are', '', new Keyboard().insert('山田')],
  ['katakana', hiragana, new Keyboard().insert(katakana)],
  ['half-width katakana', 'やまだ', new Keyboard().insert('ﾔﾏﾀﾞ')],
  ['the dot between two', 'じょん・すみす', new Keyboard().insert('ジョン・スミス')],
  ['no name in Latin letters', '', new Keyboard().insert("O'Brien-Müller")],
  ['no ASCII beside a composed name', 'やまだ', yamada().insert(' Jr.')],
  ['no name once the donor has written it', 'やまた', written().select('firstName').compose('たろう 太郎')],
  [
    'no name at all where it was there from the start',
    'やまた たろう',
    new Keyboard({ lastName: '山田', firstName: '太郎', furigana: 'やまた たろう' }).compose('すずき 鈴木'),
  ],
])('the furigana follows %s', (_, furigana, typed) => {
  expect(typed.furigana).toBe(furigana);
});

it.each<[what: string, isDoubtful: boolean, typed: Keyboard]>([
  ['typed', false, yamada().select('firstName').compose('たろう 太郎')],
  ['typed beside a pasted name', true, yamada().select('firstName').insert('太郎')],
  ['typed, for the first of two names', false, yamada()],
  ['typed, and pasted over', true, yamada().select('lastName', 0, 2).insert('鈴木')],
  ['typed, with a kanji deleted', true, yamada().backspace()],
  ['typed, with a name in ASCII', false, yamada().select('firstName').insert('Mary')],
  ['empty beside pasted names', false, new Keyboard().insert('山田')],
  ['written for a pasted name', false, new Keyboard().insert('山田').writeFurigana('やまだ')],
  ['written before the names', false, new Keyboard().writeFurigana('やまだ').compose('やまだ 山田')],
  ['written, and a name added', false, written().select('firstName').compose('たろう 太郎')],
  ['written, and a name changed', true, written().select('lastName', 0, 2).compose('すずき 鈴木')],
  ['written, and the name typed anew', false, written().select('lastName', 0, 2).compose('やまだ 山田')],
  ['written, and written anew', false, written().backspace().writeFurigana('やまだ')],
])('a furigana that is %s is doubtful: %j', (_, isDoubtful, typed) => {
  expect(isFuriganaDoubtful(typed.state)).toBe(isDoubtful);
});
