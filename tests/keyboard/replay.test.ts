import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normaliseField } from '../../src/signup/fields.ts';
import type { FieldName } from '../../src/signup/form.ts';
import { editFurigana, followName, type NameEvent, startFurigana } from '../../src/signup/furigana.ts';
import { type RecordedEvent, type Recording, recordedFields } from './recorder.ts';
import { fieldsIn, scenarios } from './scenarios.ts';

const recordings: Recording[] = readFileSync(new URL('recordings.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const engines = new Set(recordings.map(({ engine }) => engine));

/** What the form makes of the events: the furigana follows the names, and a field is folded once it is left. */
function replay(events: readonly RecordedEvent[]): Record<string, string> {
  const values: Record<string, string> = {};
  let furigana = startFurigana({ lastName: '', firstName: '', furigana: '' });
  for (const [field, type, value, data = ''] of events) {
    values[field] = type === 'blur' ? normaliseField(field, value) : value;
    if (field === 'furigana' && type === 'input') furigana = editFurigana(furigana, value);
    if (field !== 'lastName' && field !== 'firstName') continue;
    const heard = toNameEvent(type, value, data);
    if (heard) furigana = followName(furigana, field, heard);
    if (furigana.suggestion !== null) values.furigana = furigana.suggestion;
  }
  return values;
}

function toNameEvent(type: RecordedEvent[1], value: string, data: string): NameEvent | undefined {
  switch (type) {
    case 'compositionstart':
      return { type };
    case 'compositionupdate':
      return { type, data };
    case 'compositionend':
      return { type, data, value };
    case 'input':
      return { type, value };
    case 'blur':
      return undefined;
  }
}

const isRecorded = (name: string): name is FieldName => recordedFields.some((field) => field === name);
const replayed = scenarios.filter(({ fields }) => Object.keys(fields).some(isRecorded));

describe.each([...engines])('typed with Mozc in %s', (engine) => {
  it.each(replayed)('$title', (scenario) => {
    const { title, typed } = scenario;
    const recording = recordings.find((one) => one.engine === engine && one.title === title);
    // Anew: npm run test:keyboard -- --record
    expect(recording?.typed).toBe(typed);
    const values = replay(recording?.events ?? []);
    for (const [name, value] of Object.entries(fieldsIn(scenario, engine)).filter(([key]) =>
      isRecorded(key),
    )) {
      if (typeof value === 'string') expect([name, values[name] ?? '']).toEqual([name, value]);
      else expect(values[name]).toMatch(value);
    }
  });
});
