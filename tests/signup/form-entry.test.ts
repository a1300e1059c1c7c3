import { expect, test } from 'vitest';
import { emptyForm, type FieldChange, type FormField, type SignupForm } from '../../src/signup/form.ts';
import { changeField, type FormEntry, leaveField, startEntry } from '../../src/signup/form-entry.ts';
import { untouchedSession } from '../../src/signup/session/saved-session.ts';

const start = (form: Partial<SignupForm> = {}) =>
  startEntry({ ...untouchedSession, form: { ...emptyForm, ...form } });
const change = (entry: FormEntry, by: FieldChange) => ({ ...entry, ...changeField(entry, by) });
const leave = (entry: FormEntry, name: FormField) => ({ ...entry, ...leaveField(entry, { name }) });

test.each(['lastName', 'firstName'] as const)(
  'a furigana is doubted once the donor leaves a %s that it was not written for',
  (name) => {
    const typed = change(start({ [name]: '山田', furigana: 'やまだ' }), { name, value: '鈴木' });
    expect(typed.furigana.isDoubted).toBe(false);
    expect(leave(typed, 'phone').furigana.isDoubted).toBe(false);
    const left = leave(typed, name);
    expect([left.furigana.isDoubted, left.form.furigana]).toEqual([true, 'やまだ']);
    expect(change(left, { name, value: '山本' }).furigana.isDoubted).toBe(true);
    expect(change(left, { name, value: '山田' }).furigana.isDoubted).toBe(false);
    expect(change(left, { name: 'furigana', value: 'すずき' }).furigana.isDoubted).toBe(false);
  },
);

test('a day that the chosen month does not have is emptied, and the form says so until another is chosen', () => {
  const january = start({ birthYear: '2001', birthMonth: '1', birthDay: '31' });
  const march = change(january, { name: 'birthMonth', value: '3' });
  expect([march.form.birthDay, march.isDayEmptied]).toEqual(['31', false]);
  const april = change(march, { name: 'birthMonth', value: '4' });
  expect([april.form.birthDay, april.isDayEmptied]).toEqual(['', true]);
  const again = change(april, { name: 'birthMonth', value: '5' });
  expect([again.form.birthDay, again.isDayEmptied]).toEqual(['', true]);
  expect(change(again, { name: 'birthDay', value: '30' })).toMatchObject({ isDayEmptied: false });
  const leapDay = start({ birthYear: '2000', birthMonth: '2', birthDay: '29' });
  expect(change(leapDay, { name: 'birthYear', value: '2001' }).form.birthDay).toBe('');
});

test('leaving a field normalises its text, and changes no choice', () => {
  const typed = start({ phone: '０９０−１２３４', receipt: true });
  const left = leave(leave(typed, 'phone'), 'receipt');
  expect(left.form).toEqual({ ...typed.form, phone: '0901234' });
});

const found = { prefecture: '東京都', city: '千代田区千代田' };
const nothing = { prefecture: '', city: '' };
const ownCity = { prefecture: '東京都', city: '千代田区' };

test.each<[string, Partial<SignupForm>, FieldChange, object]>([
  ['typing the code again fills in its address', { zip: '100' }, { name: 'zip', value: '100-0001' }, found],
  ['choosing its prefecture fills in an empty city', {}, { name: 'prefecture', value: '東京都' }, found],
  [
    'choosing it keeps the donor’s city',
    { city: '千代田区' },
    { name: 'prefecture', value: '東京都' },
    ownCity,
  ],
  ['unticking overseas fills it in', { expatriate: true }, { name: 'expatriate', value: false }, found],
  ['another field fills in nothing', {}, { name: 'phone', value: '0312345678' }, nothing],
])('the address of a postal code: %s', (_, form, by, address) => {
  const entry = start({ zip: '100-0001', ...form });
  const answer = { postalCode: '1000001', ...found };
  expect(change({ ...entry, lookups: { ...entry.lookups, answer } }, by).form).toMatchObject(address);
});
