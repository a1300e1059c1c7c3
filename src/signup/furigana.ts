/**
 * The reading of a name, taken from what the donor typed into the Japanese keyboard before converting it.
 *
 * How it is used, with one state for the whole form:
 *
 *     state = startFurigana(values)                                            once
 *     state = followName(state, 'lastName', { type: 'compositionstart' })      onCompositionStart
 *     state = followName(state, 'lastName', { type: 'compositionupdate', data })   onCompositionUpdate
 *     state = followName(state, 'lastName', { type: 'compositionend', data, value })  onCompositionEnd
 *     state = followName(state, 'lastName', { type: 'input', value })          onChange, autofill, paste
 *     state = editFurigana(state, value)                                       onChange of furigana
 *     state = leaveName(state)                                                 onBlur of a name
 *
 * and after each of the first five writes `state.suggestion` into the furigana field, unless it is null.
 * `value` is the field's value after the event. An `input` during a composition may be passed on or not: it is
 * ignored. React fires no `onChange` after `compositionend`.
 */
export type NameEvent =
  | { type: 'compositionstart' }
  | { type: 'compositionupdate'; data: string }
  | { type: 'compositionend'; data: string; value: string }
  | { type: 'input'; value: string };

export type NameField = 'lastName' | 'firstName';

/** A piece of the name as it came in, and how it is read; null where that cannot be known (pasted, autofilled). */
type Piece = { text: string; reading: string | null };

/** The composition under way: what it shows, the romaji at its end that is not kana yet, and its reading so far. */
type Composition = { shown: string; romaji: string; reading: string };

type Name = {
  pieces: readonly Piece[];
  composition: Composition | null;
  /** What was taken out of the field: where a click ends a composition, WebKit and Firefox put it back at once. */
  withdrawn: Composition | null;
  /** What was settled with a reading of its own: brought back by the keyboard, it shows no kana again. */
  learned: readonly Piece[];
  reading: string;
};

export type Furigana = {
  /** What the furigana field should hold, or null to leave it alone: the donor's own edit always wins. */
  suggestion: string | null;
  /** The names that the donor's own furigana was written for. */
  writtenFor: Readonly<Record<NameField, string>>;
  /** A name was left that the furigana may not belong to any more: said until that is mended. */
  isDoubted: boolean;
} & Record<NameField, Name>;

/** Where a form starts or comes back. A furigana that is already there counts as the donor's own. */
export function startFurigana(form: { lastName: string; firstName: string; furigana: string }): Furigana {
  const empty: Name = { pieces: [], composition: null, withdrawn: null, learned: [], reading: '' };
  return {
    lastName: changeText(empty, form.lastName),
    firstName: changeText(empty, form.firstName),
    suggestion: form.furigana === '' ? '' : null,
    writtenFor: { lastName: form.lastName, firstName: form.firstName },
    isDoubted: false,
  };
}

/** The donor changed the furigana by hand: from then on it is left alone, until it is emptied. */
export function editFurigana(state: Furigana, value: string): Furigana {
  const writtenFor = { lastName: textOf(state.lastName.pieces), firstName: textOf(state.firstName.pieces) };
  return { ...state, suggestion: value === '' ? '' : null, writtenFor, isDoubted: false };
}

/** The names have changed in a way that the furigana could not follow: the donor should look at it once more. */
export function isFuriganaDoubtful(state: Furigana): boolean {
  const { suggestion, writtenFor } = state;
  return (['lastName', 'firstName'] as const).some((field) => {
    const { pieces } = state[field];
    if (suggestion === null) return writtenFor[field] !== '' && textOf(pieces) !== writtenFor[field];
    return suggestion !== '' && pieces.some(({ reading }) => reading === null);
  });
}

/** What an event on one of the two name fields does to the suggestion. */
export function followName(state: Furigana, field: NameField, event: NameEvent): Furigana {
  const next = { ...state, [field]: follow(state[field], event) };
  const readings = [next.lastName.reading, next.firstName.reading].filter((reading) => reading !== '');
  const followed = state.suggestion === null ? next : { ...next, suggestion: readings.join('\u3000') };
  return { ...followed, isDoubted: state.isDoubted && isFuriganaDoubtful(followed) };
}

/** The donor has left a name field. */
export function leaveName(state: Furigana): Furigana {
  return { ...state, isDoubted: isFuriganaDoubtful(state) };
}

function follow(name: Name, event: NameEvent): Name {
  switch (event.type) {
    case 'compositionstart':
      return { ...name, composition: nothingComposed, withdrawn: null };
    case 'compositionupdate':
      return compose(name, event.data);
    case 'compositionend':
      return { ...endComposition(compose(name, event.data), event), composition: null };
    case 'input':
      return name.composition === null ? changeText(name, event.value) : name;
  }
}

const nothingComposed: Composition = { shown: '', romaji: '', reading: '' };

function compose(name: Name, data: string): Name {
  const current = name.composition ?? nothingComposed;
  if (data === '') {
    return {
      ...name,
      composition: nothingComposed,
      withdrawn: current.shown === '' ? name.withdrawn : current,
    };
  }
  const [, shown = '', romaji = ''] = /^(.*?)([a-zａ-ｚ]*)$/isu.exec(data) ?? [];
  const before = current.shown === '' && name.withdrawn?.shown === shown ? name.withdrawn : current;
  return {
    ...name,
    pieces: before === nothingComposed ? withoutRest(name.pieces, shown) : name.pieces,
    composition: { shown, romaji, reading: readComposition(before, shown) },
  };
}

/**
 * Kana says how it is read; kanji only shows that something was converted, and then the reading stays.
 * Kana typed after converted text, or taken away from its end, moves the end of the reading along.
 */
function readComposition(before: Composition, shown: string): string {
  if (shown === '') return before.reading;
  if (isKana(shown)) return hiragana(shown);
  const same = commonPrefix(before.shown, shown);
  const removed = hiragana(before.shown.slice(same));
  const added = shown.slice(same);
  if (isKana(removed) && isKana(added) && before.reading.endsWith(removed)) {
    return before.reading.slice(0, before.reading.length - removed.length) + hiragana(added);
  }
  return before.romaji === '' ? before.reading : before.reading + lastKana(before, shown);
}

/** What the last romaji became when the same key also converted: the kana at the end, or ん that only kanji shows. */
function lastKana({ reading, romaji }: Composition, shown: string): string {
  let kana = hiragana(/[ぁ-ゖァ-ヺー]*$/u.exec(shown)?.[0] ?? '');
  let overlap = kana.length;
  while (!reading.endsWith(kana.slice(0, overlap))) overlap--;
  kana = kana.slice(overlap);
  return kana === '' && /^[nｎ]$/i.test(romaji) ? 'ん' : kana;
}

/** A donor can settle the first clause and go on converting the rest, which then opens a composition of its own. */
function withoutRest(pieces: readonly Piece[], shown: string): readonly Piece[] {
  const last = pieces.at(-1);
  const rest = hiragana(shown);
  if (!last?.reading || rest.length < 2 || rest === last.reading || !last.reading.endsWith(rest))
    return pieces;
  return [...pieces.slice(0, -1), { ...last, reading: last.reading.slice(0, -rest.length) }];
}

function endComposition(name: Name, { data, value }: NameEvent & { type: 'compositionend' }): Name {
  const known = name.learned.find(({ text }) => text === data)?.reading;
  const reading = isKana(data) ? hiragana(data) : name.composition?.reading || known;
  if (!reading || isTooShort(reading, data) || isLatin(data)) return changeText(name, value);
  const kept = (way: readonly Piece[]) => way.filter((piece) => name.pieces.includes(piece)).length;
  const piece = { text: data, reading };
  const ways = waysToInsert(name.pieces, piece, value);
  const best = ways.sort((a, b) => kept(a) - kept(b)).at(-1);
  return best ? withPieces({ ...name, learned: [piece, ...name.learned] }, best) : changeText(name, value);
}

/**
 * The pieces with one more among them, for each place of the value where it may have been put. The caret does not
 * tell which: while a clause is converted it stands in front of it, and there it is when the field is left.
 */
function waysToInsert(pieces: readonly Piece[], added: Piece, value: string): (readonly Piece[])[] {
  const ways = [];
  for (let start = value.indexOf(added.text); start >= 0; start = value.indexOf(added.text, start + 1)) {
    const before = value.slice(0, start);
    const after = value.slice(start + added.text.length);
    const head = leading(pieces, before);
    const tail = trailing(pieces.slice(head.length), after);
    ways.push([
      ...head,
      ...pieceOf(before.slice(textOf(head).length)),
      added,
      ...pieceOf(after.slice(0, after.length - textOf(tail).length)),
      ...tail,
    ]);
  }
  return ways;
}

/** Every letter has a sound, so this is where typing stopped and a prediction took over. */
const isTooShort = (reading: string, text: string): boolean => reading.length < Array.from(text).length;

/** The text changed without telling how: what is still there keeps its reading. */
function changeText(name: Name, value: string): Name {
  const head = leading(name.pieces, value);
  const rest = value.slice(textOf(head).length);
  const tail = trailing(name.pieces.slice(head.length), rest);
  return withPieces(name, [...head, ...pieceOf(rest.slice(0, rest.length - textOf(tail).length)), ...tail]);
}

/** While any piece is unknown the reading stays as it was. */
function withPieces(name: Name, pieces: readonly Piece[]): Name {
  const isKnown = pieces.every((piece) => piece.reading !== null);
  return { ...name, pieces, reading: isKnown ? pieces.map((piece) => piece.reading).join('') : name.reading };
}

function pieceOf(text: string): Piece[] {
  if (text === '') return [];
  return [{ text, reading: isLatin(text) ? '' : isKana(text) ? hiragana(text) : null }];
}

const textOf = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');

/** As many pieces from the front as the text begins with. */
function leading(pieces: readonly Piece[], text: string): readonly Piece[] {
  let count = pieces.length;
  while (!text.startsWith(textOf(pieces.slice(0, count)))) count--;
  return pieces.slice(0, count);
}

/** As many pieces from the back as the text ends with. */
function trailing(pieces: readonly Piece[], text: string): readonly Piece[] {
  let from = 0;
  while (!text.endsWith(textOf(pieces.slice(from)))) from++;
  return pieces.slice(from);
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const isKana = (text: string): boolean => /^[ぁ-ゖゝゞァ-ヾｦ-ﾟ\s]*$/u.test(text);
const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{P}\s]*$/u.test(text);

/** Katakana as hiragana, half-width ones too; anything else stays. */
function hiragana(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .trim();
}
