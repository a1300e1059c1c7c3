import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editFurigana,
  followName,
  isFuriganaDoubtful,
  type NameField,
  startFurigana,
} from '../../src/signup/furigana.ts';

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

  select(field: NameField, start = this.#values[field].length, end = start): void {
    this.#field = field;
    this.#selection = { start, end };
  }

  /** Shows one text after the other, then ends the composition. */
  compose(shown: readonly string[], settled: string): void {
    this.#send({ type: 'compositionstart' });
    for (const data of shown) {
      this.#send({ type: 'compositionupdate', data });
      this.#replace(data);
    }
    this.#replace(settled);
    this.#selection.start = this.#selection.end;
    this.#send({ type: 'compositionend', data: settled, value: this.#values[this.#field] });
  }

  insert(text: string): void {
    this.#replace(text);
    this.#selection.start = this.#selection.end;
  }

  backspace(): void {
    this.#selection.start = Math.max(0, this.#selection.start - 1);
    this.#replace('');
  }

  writeFurigana(value: string): void {
    this.furigana = value;
    this.state = editFurigana(this.state, value);
  }

  /** Puts a text in place of what is selected, and selects it. */
  #replace(text: string): void {
    const value = this.#values[this.#field];
    const { start, end } = this.#selection;
    this.#values[this.#field] = value.slice(0, start) + text + value.slice(end);
    this.#selection = { start, end: start + text.length };
    this.#send({ type: 'input', value: this.#values[this.#field] });
  }

  #send(event: Parameters<typeof followName>[2]): void {
    this.state = followName(this.state, this.#field, event);
    if (this.state.suggestion !== null) this.furigana = this.state.suggestion;
    if (this.suggested.at(-1) !== this.furigana) this.suggested.push(this.furigana);
  }
}

type Step = (keyboard: Keyboard) => void;
const compose = (...shown: string[]): Step => settle(shown, shown.at(-1) ?? '');
/** Ends the composition with another text than it showed last. */
const settle =
  (shown: string[], settled: string): Step =>
  (keyboard) =>
    keyboard.compose(shown, settled);
/** The caret goes to the end, or around `start` to `end`. */
const lastName =
  (start?: number, end?: number): Step =>
  (keyboard) =>
    keyboard.select('lastName', start, end);
const firstName: Step = (keyboard) => keyboard.select('firstName');
/** A paste, autofill, keys that compose nothing. */
const insert =
  (text: string): Step =>
  (keyboard) =>
    keyboard.insert(text);
const backspace: Step = (keyboard) => keyboard.backspace();
const write =
  (furigana: string): Step =>
  (keyboard) =>
    keyboard.writeFurigana(furigana);

function typed(steps: readonly Step[], keyboard = new Keyboard()): Keyboard {
  for (const step of steps) step(keyboard);
  return keyboard;
}

const yamada = compose('ｙ', 'や', 'やｍ', 'やま', 'やまｄ', 'やまだ', '山田');
const suzuki = compose('すずき', '鈴木');
const tarou = compose('t', 'た', 'たr', 'たろ', 'たろう', '太郎');

describe('the reading of a composed name', () => {
  it.each<[title: string, shown: string, reading: string]>([
    ['typed fast, so that few texts show', 'やまだ 山田', 'やまだ'],
    ['with a candidate that keeps kana', 'あいざわ 愛ざわ あい沢 相沢', 'あいざわ'],
    ['with a last full-width n', 'じゅｎ 順', 'じゅん'],
    ['with marks added by flick', 'は ば ばは ばば 馬場', 'ばば'],
    ['typed on after converting', 'やま 山 山d 山だ 山だ 山田', 'やまだ'],
    [
      'converted while typing',
      'や やま 山 山d 山だ 山田 山田t 山田た 山田たろ 山田たろう 山田太郎',
      'やまだたろう',
    ],
    [
      'converted by the very key that completes a kana',
      'やまだ やまだt 山田た 山田たろ 山田たろう 山田太郎',
      'やまだたろう',
    ],
    ['shortened after converting', 'やまだ 山田 山田た 山田 山田', 'やまだ'],
    ['with an iteration mark', 'ささき 佐々木', 'ささき'],
    ['with a character outside the basic plane', 'ど 𡈽', 'ど'],
    ['that was kana, in romaji', 'やまだ yamada', ''],
    ['that was romaji for a moment', 'やまだ yamada 山田', 'やまだ'],
    ['without any kana before it', '山田', ''],
    ['predicted from a kana that cannot be all of its reading', 'や 山田', ''],
    ['with as many kana as letters', 'つ 津', 'つ'],
  ])('%s', (_, shown, reading) => {
    expect(typed([compose(...shown.split(' '))]).furigana).toBe(reading);
  });

  it('is suggested only when the name is settled', () => {
    expect(typed([yamada]).suggested).toEqual(['', 'やまだ']);
  });
});

// tests/keyboard/ replays what real keyboards did to ordinary names. These are the cases that it lacks.
describe('the furigana', () => {
  it.each<[title: string, steps: Step[], furigana: string]>([
    ['is read from a text that was not shown before', [settle(['や', 'やまだ'], '山田')], 'やまだ'],
    ['is without a composition that was cancelled', [yamada, compose('た', 'たな', '')], 'やまだ'],
    [
      'has a clause once that is settled after the first',
      [settle(['やまだたろう', '山田たろう'], '山田'), compose('たろう', '太郎')],
      'やまだたろう',
    ],
    [
      'has it once on a phone, which shows no kanji before',
      [settle(['やまだたろう'], '山田'), compose('たろう', '太郎')],
      'やまだたろう',
    ],
    ['follows a name that is emptied', [yamada, firstName, tarou, lastName(0, 2), backspace], 'たろう'],
    ['follows one that is deleted', [yamada, backspace, backspace], ''],
    ['stays while one kanji is deleted: which reading goes, nobody knows', [yamada, backspace], 'やまだ'],
    [
      'loses the reading of a piece that is deleted',
      [compose('やま', '山'), compose('もと', '本'), backspace],
      'やま',
    ],
    [
      'loses it at the beginning too',
      [compose('やま', '山'), compose('もと', '本'), lastName(1), backspace],
      'もと',
    ],
    ['follows deleted kana letter by letter', [compose('さ', 'さとう'), backspace], 'さと'],
    [
      'follows one in the middle',
      [compose('さ', '佐'), compose('き', '木'), lastName(1), compose('さ', '々')],
      'ささき',
    ],
    ['follows the same one twice', [compose('もも', '桃'), compose('もも', '桃')], 'もももも'],
    ['follows one of what is there already', [compose('ここ', '子子'), compose('こ', '子')], 'こここ'],
    [
      'follows a name that is converted to another reading',
      [compose('あずま', '東'), lastName(0, 1), compose('あずま', 'ひがし', '東')],
      'ひがし',
    ],
    [
      'stays where it is converted to the same',
      [yamada, lastName(0, 2), compose('山田', 'やまだ', '山多')],
      'やまだ',
    ],

    ['stays empty for kanji that come in as they are', [insert('山田')], ''],
    ['takes hiragana over', [insert('やまだ')], 'やまだ'],
    [
      // every kana that has two forms
      'makes hiragana of katakana',
      [
        insert(
          'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶー',
        ),
      ],
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖー',
    ],
    ['makes it of half-width katakana', [insert('ﾔﾏﾀﾞ')], 'やまだ'],
    ['keeps the dot between two', [insert('ジョン・スミス')], 'じょん・すみす'],
    ...["O'Brien-Smith", 'Müller', '김', '🙂'].map((name): [string, Step[], string] => [
      `is not made of ${name}`,
      [insert(name)],
      '',
    ]),
    ['adds nothing for ASCII beside a composed name', [yamada, insert(' Jr.')], 'やまだ'],

    [
      'that the donor wrote stays when a name is added',
      [yamada, write('やまた'), firstName, tarou],
      'やまた',
    ],
  ])('%s', (_, steps, furigana) => {
    expect(typed(steps).furigana).toBe(furigana);
  });

  it('that was there from the start counts as edited by the donor', () => {
    const restored = { lastName: '山田', firstName: '太郎', furigana: 'やまた たろう' };
    expect(typed([lastName(0, 2), suzuki], new Keyboard(restored)).furigana).toBe('やまた たろう');
  });

  it.each<[title: string, isDoubtful: boolean, steps: Step[]]>([
    ['typed', false, [yamada, firstName, tarou]],
    ['typed beside a pasted name', true, [yamada, firstName, insert('太郎')]],
    ['typed, and pasted over', true, [yamada, lastName(0, 2), insert('鈴木')]],
    ['typed, with a kanji deleted', true, [yamada, backspace]],
    ['typed, with a name in ASCII', false, [yamada, firstName, insert('Mary')]],
    ['empty beside pasted names', false, [insert('山田')]],
    ['written for a pasted name', false, [insert('山田'), write('やまだ')]],
    ['written before the names', false, [write('やまだ'), yamada]],
    ['written, and a name added', false, [yamada, write('やまた'), firstName, tarou]],
    ['written, and a name changed', true, [yamada, write('やまた'), lastName(0, 2), suzuki]],
    ['written, and the name typed anew as it was', false, [yamada, write('やまた'), lastName(0, 2), yamada]],
    ['written, and written anew', false, [yamada, write('やまた'), backspace, write('やまだ')]],
  ])('%s is doubtful: %j', (_, isDoubtful, steps) => {
    expect(isFuriganaDoubtful(typed(steps).state)).toBe(isDoubtful);
  });
});

it('survives any order of events with any texts, and suggests no kanji', () => {
  const text = fc
    .array(fc.constantFrom('や', 'ま', '山', '田', 'ヤ', 'n', 'ｙ', 'a', ' ', '𠮷', '\ud842', 'ﾞ'), {
      maxLength: 4,
    })
    .map((letters) => letters.join(''));
  const event = fc.oneof(
    fc.constant({ type: 'compositionstart' as const }),
    fc.record({ type: fc.constant('compositionupdate' as const), data: text }),
    fc.record({ type: fc.constant('compositionend' as const), data: text, value: text }),
    fc.record({ type: fc.constant('input' as const), value: text }),
  );
  const field = fc.constantFrom('lastName' as const, 'firstName' as const);
  fc.assert(
    fc.property(fc.array(fc.tuple(field, event)), (events) => {
      let state = startFurigana({ lastName: '', firstName: '', furigana: '' });
      for (const [name, happened] of events) state = followName(state, name, happened);
      expect(state.suggestion).not.toMatch(/[\p{Script=Han}\p{Script=Latin}]/u);
    }),
    { numRuns: 1000 },
  );
});
