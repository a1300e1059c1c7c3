import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyForm, type SignupForm } from '../../src/signup/form.ts';
import { changeField, composeName, leaveField, startEntry } from '../../src/signup/form-entry.ts';
import { type RecordedEvent, type RecordedField, type Recording, recordedFields } from './recorder.ts';
import { fieldsIn, scenarios } from './scenarios.ts';

const recordings: Recording[] = readFileSync(new URL('recordings.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const engines = new Set(recordings.map(({ engine }) => engine));

/** What the form makes of the events. */
const replay = (events: readonly RecordedEvent[]): SignupForm =>
  events.reduce((entry, [name, type, value, data = '']) => {
    if (type === 'blur') return leaveField(entry, name);
    if (type === 'input') return changeField(entry, { name, value });
    return name === 'lastName' || name === 'firstName'
      ? composeName(entry, name, { type, data, value })
      : entry;
  }, startEntry(emptyForm)).form;

const isRecorded = (name: string): name is RecordedField => recordedFields.some((field) => field === name);
const replayed = scenarios.filter(({ fields }) => Object.keys(fields).some(isRecorded));

describe.each([...engines])('typed with Mozc in %s', (engine) => {
  it.each(replayed)('$title', (scenario) => {
    const { title, typed } = scenario;
    const recording = recordings.find((one) => one.engine === engine && one.title === title);
    // Anew: npm run test:keyboard -- --record
    expect(recording?.typed).toBe(typed);
    const form = replay(recording?.events ?? []);
    for (const [name, value] of Object.entries(fieldsIn(scenario, engine))) {
      if (!isRecorded(name)) continue;
      if (typeof value === 'string') expect([name, form[name]]).toEqual([name, value]);
      else expect(form[name]).toMatch(value);
    }
  });
});
