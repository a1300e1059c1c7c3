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
  #state = startFurigana({ lastName: '', firstName: '', furigana: '' });
  #values = { lastName: '', firstName: '' };
  #field: NameField = 'lastName';
  #selection = { start: 0, end: 0 };
  #isComposing = false;
  furigana = '';
  /** Every suggestion, without repetitions. */
  readonly seen: string[] = [];

  restore(values: { lastName: string; firstName: string; furigana: string }): this {
    this.#state = startFurigana(values);
    this.#values = { lastName: values.lastName, firstName: values.firstName };
    this.furigana = values.furigana;
    return this;
  }

  /** The caret goes to the end, or around `start` to `end`. */
  focus(field: NameField, start = this.#values[field].length, end = start): this {
    this.#field = field;
    this.#selection = { start, end };
    return this;
  }

  /** Shows one text after the other, then settles the last one, or `settled` where the two differ. */
  compose(shown: string[], settled = shown.at(-1) ?? ''): this {
    this.#send({ type: 'compositionstart' });
    this.#isComposing = true;
    for (const data of shown) {
      this.#send({ type: 'compositionupdate', data });
      this.#insert(data, true);
    }
    this.#insert(settled, true);
    this.#isComposing = false;
    this.#selection = {
      start: this.#selection.start + settled.length,
      end: this.#selection.start + settled.length,
    };
    this.#send({ type: 'compositionend', data: settled, value: this.#values[this.#field] });
    return this;
  }

  /** Plain keys, a paste, autofill. */
  insert(text: string): this {
    this.#insert(text, false);
    this.#selection = {
      start: this.#selection.start + text.length,
      end: this.#selection.start + text.length,
    };
    return this;
  }

  backspace(times = 1): this {
    for (let time = 0; time < times; time++) {
      this.#selection.start = Math.max(0, this.#selection.start - 1);
      this.#insert('', false);
    }
    return this;
  }

  get isDoubtful(): boolean {
    return isFuriganaDoubtful(this.#state);
  }

  editFurigana(value: string): this {
    this.furigana = value;
    this.#state = editFurigana(this.#state, value);
    return this;
  }

  #insert(text: string, keepsSelection: boolean): void {
    const value = this.#values[this.#field];
    const { start, end } = this.#selection;
    this.#values[this.#field] = value.slice(0, start) + text + value.slice(end);
    this.#selection = { start, end: start + (keepsSelection ? text.length : 0) };
    this.#send({ type: 'input', value: this.#values[this.#field] });
  }

  #send(event: Parameters<typeof followName>[2]): void {
    if (this.#isComposing && event.type === 'compositionstart') throw new Error('composing already');
    this.#state = followName(this.#state, this.#field, event);
    if (this.#state.suggestion !== null) this.furigana = this.#state.suggestion;
    if (this.seen.at(-1) !== this.furigana) this.seen.push(this.furigana);
  }
}

const yamada = ['ｙ', 'や', 'やｍ', 'やま', 'やまｄ', 'やまだ', '山田'];
const tarou = ['t', 'た', 'たr', 'たろ', 'たろう', '太郎'];
const type = (...shown: string[]): Keyboard => new Keyboard().focus('lastName').compose(shown);

describe('a composed name', () => {
  it.each<[string, string[], string]>([
    ['typed fast, so that few texts show', ['やまだ', '山田'], 'やまだ'],
    ['with half-width voiced marks', ['やまだ', 'ﾔﾏﾀﾞ'], 'やまだ'],
    ['with clauses that grow and shrink', ['たかはし', '高はし', '鷹はし', '高橋'], 'たかはし'],
    ['with a candidate that keeps kana', ['あいざわ', '愛ざわ', 'あい沢', '相沢'], 'あいざわ'],
    ['with a last n that only the kanji shows', ['け', 'けn', '健'], 'けん'],
    ['with a last full-width n', ['じゅｎ', '順'], 'じゅん'],
    ['with small tsu and long vowels', ['はっt', 'はっと', 'はっとり', '服部'], 'はっとり'],
    ['with marks added by flick', ['は', 'ば', 'ばは', 'ばば', '馬場'], 'ばば'],
    ['typed on after converting', ['やま', '山', '山d', '山だ', '山だ', '山田'], 'やまだ'],
    [
      'converted while typing',
      ['や', 'やま', '山', '山d', '山だ', '山田', '山田t', '山田た', '山田たろ', '山田たろう', '山田太郎'],
      'やまだたろう',
    ],
    [
      'converted by the very key that completes a kana',
      ['やまだ', 'やまだt', '山田た', '山田たろ', '山田たろう', '山田太郎'],
      'やまだたろう',
    ],
    ['shortened after converting', ['やまだ', '山田', '山田た', '山田', '山田'], 'やまだ'],
    ['with an iteration mark', ['ささき', '佐々木'], 'ささき'],
    ['with a character outside the basic plane', ['よしの', '𠮷野'], 'よしの'],
    ['that was kana, in romaji', ['やまだ', 'yamada'], ''],
    ['that was romaji for a moment', ['やまだ', 'yamada', '山田'], 'やまだ'],
    ['without any kana before it', ['山田'], ''],
    ['predicted from a kana that cannot be all of its reading', ['や', '山田'], ''],
    ['with as many kana as letters', ['つ', '津'], 'つ'],
  ])('%s', (_, shown, reading) => {
    expect(type(...shown).furigana).toBe(reading);
  });

  it('is read when it is settled, also by a text that was not shown before', () => {
    expect(new Keyboard().focus('lastName').compose(['や', 'やまだ'], '山田').furigana).toBe('やまだ');
  });

  it('is suggested only when it is settled', () => {
    expect(type(...yamada).seen).toEqual(['', 'やまだ']);
  });

  it('that is cancelled leaves nothing', () => {
    expect(type('や', 'やま', '').furigana).toBe('');
    expect(type(...yamada).compose(['た', 'たな', '']).furigana).toBe('やまだ');
  });

  it('in several compositions is read piece by piece', () => {
    expect(type('やま', '山').compose(['もと', '本']).furigana).toBe('やまもと');
  });

  it('whose first clause is settled first does not count the rest twice', () => {
    const keyboard = new Keyboard().focus('lastName');
    keyboard.compose(['やまだたろう', '山田たろう'], '山田').compose(['たろう', '太郎']);
    expect(keyboard.furigana).toBe('やまだたろう');
    const onAPhone = new Keyboard()
      .focus('lastName')
      .compose(['やまだたろう'], '山田')
      .compose(['たろう', '太郎']);
    expect(onAPhone.furigana).toBe('やまだたろう');
  });
});

describe('both names', () => {
  it('are joined by a wide blank, in whichever order they were typed', () => {
    expect(
      type(...yamada)
        .focus('firstName')
        .compose(tarou).furigana,
    ).toBe('やまだ　たろう');
    expect(new Keyboard().focus('firstName').compose(tarou).focus('lastName').compose(yamada).furigana).toBe(
      'やまだ　たろう',
    );
  });

  it('follow when one is typed anew', () => {
    const keyboard = type(...yamada)
      .focus('firstName')
      .compose(tarou);
    expect(keyboard.focus('lastName').backspace(2).furigana).toBe('たろう');
    expect(keyboard.compose(['すずき', '鈴木']).furigana).toBe('すずき　たろう');
  });
});

describe('a name that is changed', () => {
  it('by deleting all of it loses its reading', () => {
    expect(type(...yamada).backspace(2).furigana).toBe('');
    expect(
      type(...yamada)
        .focus('lastName', 0, 2)
        .backspace().furigana,
    ).toBe('');
  });

  it('by deleting a kanji keeps the reading that cannot be known, until it is typed anew', () => {
    const keyboard = type(...yamada).backspace();
    expect(keyboard.furigana).toBe('やまだ');
    expect(keyboard.backspace().compose(['やまもと', '山本']).furigana).toBe('やまもと');
  });

  it('by deleting a whole piece loses that piece’s reading', () => {
    expect(type('やま', '山').compose(['もと', '本']).backspace().furigana).toBe('やま');
    expect(type('やま', '山').compose(['もと', '本']).focus('lastName', 1).backspace().furigana).toBe('もと');
  });

  it('by deleting kana follows letter by letter', () => {
    expect(type('さ', 'さとう').backspace().furigana).toBe('さと');
  });

  it('by composing over the selected text', () => {
    expect(
      type(...yamada)
        .focus('lastName', 0, 2)
        .compose(['すずき', '鈴木']).furigana,
    ).toBe('すずき');
  });

  it('by composing in front or in the middle', () => {
    expect(type('だ', '田').focus('lastName', 0).compose(['やま', '山']).furigana).toBe('やまだ');
    expect(type('さ', '佐').compose(['き', '木']).focus('lastName', 1).compose(['さ', '々']).furigana).toBe(
      'ささき',
    );
  });

  it('by composing once more what is there already', () => {
    expect(type('ここ', '子子').compose(['こ', '子']).furigana).toBe('こここ');
  });

  it('by converting it once more, to another reading or back to the same', () => {
    expect(type('あずま', '東').focus('lastName', 0, 1).compose(['あずま', 'ひがし', '東']).furigana).toBe(
      'ひがし',
    );
    expect(
      type(...yamada)
        .focus('lastName', 0, 2)
        .compose(['山田', 'やまだ', '山多']).furigana,
    ).toBe('やまだ');
    expect(
      type(...yamada)
        .focus('lastName', 0, 2)
        .compose(['山田']).furigana,
    ).toBe('やまだ');
  });
});

describe('what is not composed', () => {
  it.each([
    ['kanji pasted or autofilled', '山田', ''],
    ['hiragana', 'やまだ', 'やまだ'],
    // every kana that has two forms
    [
      'katakana',
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶー',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖー',
    ],
    ['half-width katakana', 'ﾔﾏﾀﾞ', 'やまだ'],
    ['katakana with a dot', 'ジョン・スミス', 'じょん・すみす'],
    ['ASCII', "O'Brien-Smith", ''],
    ['other Latin letters', 'Müller', ''],
    ['Hangul', '김', ''],
    ['an emoji', '🙂', ''],
  ])('%s', (_, text, reading) => {
    expect(new Keyboard().focus('lastName').insert(text).furigana).toBe(reading);
  });

  it('does not change a reading that it makes unknowable', () => {
    expect(
      type(...yamada)
        .focus('lastName', 0, 2)
        .insert('鈴木').furigana,
    ).toBe('やまだ');
    expect(
      type(...yamada)
        .focus('firstName')
        .insert('太郎').furigana,
    ).toBe('やまだ');
  });

  it('adds nothing in ASCII beside a composed name', () => {
    expect(type(...yamada).insert(' Jr.').furigana).toBe('やまだ');
  });
});

describe('the donor’s own furigana', () => {
  it('stays, whatever happens to the names', () => {
    const keyboard = type(...yamada).editFurigana('やまた');
    expect(keyboard.focus('firstName').compose(tarou).furigana).toBe('やまた');
    expect(keyboard.focus('lastName').backspace(2).compose(['すずき', '鈴木']).furigana).toBe('やまた');
  });

  it('stays when it was there from the start', () => {
    const keyboard = new Keyboard().restore({
      lastName: '山田',
      firstName: '太郎',
      furigana: 'やまた たろう',
    });
    expect(keyboard.focus('lastName').backspace(2).compose(['すずき', '鈴木']).furigana).toBe(
      'やまた たろう',
    );
  });

  it('is followed again once it is emptied', () => {
    const keyboard = type(...yamada)
      .editFurigana('やまた')
      .editFurigana('');
    expect(keyboard.focus('firstName').compose(tarou).furigana).toBe('やまだ　たろう');
  });
});

describe('furigana that could not follow the name', () => {
  const yamadaTarou = () =>
    type(...yamada)
      .focus('firstName')
      .compose(tarou);

  it.each<[string, () => Keyboard, boolean]>([
    ['typed', yamadaTarou, false],
    [
      'typed beside a pasted name',
      () =>
        type(...yamada)
          .focus('firstName')
          .insert('太郎'),
      true,
    ],
    [
      'typed over by a paste',
      () =>
        type(...yamada)
          .focus('lastName', 0, 2)
          .insert('鈴木'),
      true,
    ],
    ['typed, with a kanji deleted', () => type(...yamada).backspace(), true],
    [
      'typed, with a name in ASCII',
      () =>
        type(...yamada)
          .focus('firstName')
          .insert('Mary'),
      false,
    ],
    ['empty beside pasted names', () => new Keyboard().insert('山田'), false],
    ['written for a pasted name', () => new Keyboard().insert('山田').editFurigana('やまだ'), false],
    ['written before the names', () => new Keyboard().editFurigana('やまだ').compose(yamada), false],
    [
      'written, and a name added',
      () =>
        type(...yamada)
          .editFurigana('やまた')
          .focus('firstName')
          .compose(tarou),
      false,
    ],
    [
      'written, and a name changed',
      () => yamadaTarou().editFurigana('やまた').backspace(2).compose(tarou.with(-1, '太朗')),
      true,
    ],
    [
      'written, and a name typed anew as it was',
      () => yamadaTarou().editFurigana('やまた').backspace(2).compose(tarou),
      false,
    ],
    [
      'written, and written anew',
      () => yamadaTarou().editFurigana('やまた').backspace(2).editFurigana('やまだ'),
      false,
    ],
  ])('%s', (_, keyboard, isDoubtful) => {
    expect(keyboard().isDoubtful).toBe(isDoubtful);
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
    fc.record({
      type: fc.constant('compositionend' as const),
      data: text,
      value: text,
    }),
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
