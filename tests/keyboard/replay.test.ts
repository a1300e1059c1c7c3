import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SignupForm } from '../../src/signup/form.ts';
import { changeField, leaveField, startEntry } from '../../src/signup/form-entry.ts';
import type { NameEvent } from '../../src/signup/profile/furigana.ts';
import { untouchedSession } from '../../src/signup/session/saved-session.ts';

type Name = 'lastName' | 'firstName' | 'furigana' | 'email' | 'phone' | 'street';

/** An event as a browser sent it, with the field's value at that time. */
type RecordedEvent = [field: Name, type: 'blur' | 'input' | NameEvent['type'], value: string, data?: string];

/** The events of one engine for keys of Mozc, a Japanese keyboard. `[name]` is a click, `{Key}` a key by its X name. */
type Recording = {
  engine: string;
  title: string;
  typed: string;
  /** The fields' values afterwards. */
  becomes: Partial<Record<Name, string>>;
  events: RecordedEvent[];
};

/**
 * Recorded on 21 November 2026 in Chromium 156, Firefox ESR 153.7 and WebKitGTK 2.50.6. Several engines have the same keys
 * only if a fault can fail one of them and not the others.
 */
const recordings: Recording[] = readFileSync(new URL('recordings.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** The form after the events. As in the form's fields, a composition is told with the next change of its field. */
function replay(events: readonly RecordedEvent[]): SignupForm {
  let entry = startEntry(untouchedSession);
  let composed: NameEvent[] = [];
  for (const [name, type, value, data = ''] of events) {
    const isName = name === 'lastName' || name === 'firstName';
    if (type === 'blur') entry = { ...entry, ...leaveField(entry, { name }) };
    else if (type !== 'input' && isName) composed.push({ type, data, value });
    if (type !== 'input' && !(type === 'compositionend' && isName)) continue;
    entry = { ...entry, ...changeField(entry, { name, value }, composed) };
    composed = [];
  }
  return entry.form;
}

describe('typed with a Japanese keyboard', () => {
  it.each(recordings)('in $engine: $title', ({ becomes, events }) => {
    expect(replay(events)).toMatchObject(becomes);
  });
});
