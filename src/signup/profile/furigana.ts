/**
 * Suggests the furigana of a name from the kana that the donor typed before converting them to kanji.
 *
 * Usage, with one state for the whole form:
 *
 *     state = startFurigana(values)                                            once
 *     state = followName(state, 'lastName', { type: 'compositionstart' })      onCompositionStart
 *     state = followName(state, 'lastName', { type: 'compositionupdate', data })   onCompositionUpdate
 *     state = followName(state, 'lastName', { type: 'compositionend', data, value })  onCompositionEnd
 *     state = followName(state, 'lastName', { type: 'input', value })          onChange, autofill, paste
 *     state = editFurigana(state, value)                                       onChange of furigana
 *     state = leaveName(state)                                                 onBlur of a name
 *
 * After each of the first five, the caller writes `state.suggestion` into the furigana field, unless it is null.
 * `value` is the field's value after the event. An `input` during a composition is ignored. React fires no `onChange`
 * after `compositionend`.
 */
export type NameEvent =
  | { type: 'compositionstart' }
  | { type: 'compositionupdate'; data: string }
  | { type: 'compositionend'; data: string; value: string }
  | { type: 'input'; value: string };

const nameFields = ['lastName', 'firstName'] as const;
export type NameField = (typeof nameFields)[number];

/** Whether the furigana follows this field. */
export const isNameField = (field: string): field is NameField => nameFields.some((name) => name === field);

/** A part of the name with its reading in hiragana; null if unknown (pasted, autofilled). */
type Piece = { text: string; reading: string | null };

/** The current composition: its text, the romaji at its end that is not kana yet, and the reading so far. */
type Composition = { shown: string; romaji: string; reading: string };

type Name = {
  pieces: readonly Piece[];
  composition: Composition | null;
  /** A composition that was emptied. When a click ends a composition, WebKit and Firefox empty and restore it. */
  withdrawn: Composition | null;
  /** Finished pieces with their readings. If the keyboard restores one, it shows no kana again. */
  learned: readonly Piece[];
  reading: string;
};

export type Furigana = {
  /** The value for the furigana field, or null once the donor has edited the field. */
  suggestion: string | null;
  /** The names when the donor edited the furigana. */
  writtenFor: Readonly<Record<NameField, string>>;
  /** A name has changed and been left, and the furigana may not fit it. The form shows a note until it does. */
  isDoubted: boolean;
} & Record<NameField, Name>;

/** The state for a form that is opened. Existing furigana counts as edited by the donor. */
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

/** The donor edits the furigana: the suggestion stops until the field is emptied. */
export function editFurigana(state: Furigana, value: string): Furigana {
  const writtenFor = { lastName: textOf(state.lastName.pieces), firstName: textOf(state.firstName.pieces) };
  return { ...state, suggestion: value === '' ? '' : null, writtenFor, isDoubted: false };
}

/** Whether the names have changed in a way that the furigana did not follow, so that the donor should check it. */
export function isFuriganaDoubtful(state: Furigana): boolean {
  const { suggestion, writtenFor } = state;
  return nameFields.some((field) => {
    const { pieces } = state[field];
    if (suggestion === null) return writtenFor[field] !== '' && textOf(pieces) !== writtenFor[field];
    return suggestion !== '' && pieces.some(({ reading }) => reading === null);
  });
}

/** Updates the suggestion after an event of a name field. */
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
  if (data === '') return { ...name, composition: nothingComposed, withdrawn: current };
  const [, shown = '', romaji = ''] = /^(.*?)([a-zａ-ｚ]*)$/isu.exec(data) ?? [];
  const before = current.shown === '' && name.withdrawn?.shown === shown ? name.withdrawn : current;
  return {
    ...name,
    pieces: before === nothingComposed ? withoutRest(name.pieces, shown) : name.pieces,
    composition: { shown, romaji, reading: readComposition(before, shown) },
  };
}

/**
 * The reading after the composition's text has changed. Kana is its own reading. Once some of it is kanji, the reading
 * stays, and follows only the kana that are typed or deleted at the end.
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

/** The kana of the last romaji, if one key both completed and converted it: those at the end, or ん hidden in kanji. */
function lastKana({ reading, romaji }: Composition, shown: string): string {
  let kana = hiragana(/[ぁ-ゖァ-ヺー]*$/u.exec(shown)?.[0] ?? '');
  let overlap = kana.length;
  while (!reading.endsWith(kana.slice(0, overlap))) overlap--;
  kana = kana.slice(overlap);
  return kana === '' && /^[nｎ]$/i.test(romaji) ? 'ん' : kana;
}

/** If the donor finishes the first clause only, the rest opens a new composition: removes its reading from the piece. */
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
  const insertions = insertionsOf(name.pieces, piece, value);
  const best = insertions.sort((a, b) => kept(a) - kept(b)).at(-1);
  return best ? withPieces({ ...name, learned: [piece, ...name.learned] }, best) : changeText(name, value);
}

/**
 * The pieces with `added` inserted, for each place of `value` where its text stands. The caret cannot tell which place
 * is right: during a conversion it stands before the clause, even when the field is left.
 */
function insertionsOf(pieces: readonly Piece[], added: Piece, value: string): (readonly Piece[])[] {
  const insertions = [];
  for (let start = value.indexOf(added.text); start >= 0; start = value.indexOf(added.text, start + 1)) {
    const before = value.slice(0, start);
    const after = value.slice(start + added.text.length);
    const head = leading(pieces, before);
    const tail = trailing(pieces.slice(head.length), after);
    insertions.push([
      ...head,
      ...pieceOf(before.slice(textOf(head).length)),
      added,
      ...pieceOf(after.slice(0, after.length - textOf(tail).length)),
      ...tail,
    ]);
  }
  return insertions;
}

/** A reading has at least one kana for each letter. A shorter one means that the donor chose a prediction. */
const isTooShort = (reading: string, text: string): boolean => reading.length < Array.from(text).length;

/** The text changed outside a composition: pieces that are still at its start or end keep their reading. */
function changeText(name: Name, value: string): Name {
  const head = leading(name.pieces, value);
  const rest = value.slice(textOf(head).length);
  const tail = trailing(name.pieces.slice(head.length), rest);
  return withPieces(name, [...head, ...pieceOf(rest.slice(0, rest.length - textOf(tail).length)), ...tail]);
}

/** The name's reading stays as it was while that of any piece is unknown. */
function withPieces(name: Name, pieces: readonly Piece[]): Name {
  const isKnown = pieces.every((piece) => piece.reading !== null);
  return { ...name, pieces, reading: isKnown ? pieces.map((piece) => piece.reading).join('') : name.reading };
}

function pieceOf(text: string): Piece[] {
  if (text === '') return [];
  return [{ text, reading: isLatin(text) ? '' : isKana(text) ? hiragana(text) : null }];
}

const textOf = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');

/** The pieces with which the text begins. */
function leading(pieces: readonly Piece[], text: string): readonly Piece[] {
  let count = pieces.length;
  while (!text.startsWith(textOf(pieces.slice(0, count)))) count--;
  return pieces.slice(0, count);
}

/** The pieces with which the text ends. */
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

/** Converts katakana, half-width too, to hiragana. */
function hiragana(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .trim();
}
