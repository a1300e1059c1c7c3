import { expect, test } from 'vitest';
import { emptyForm, type FieldChange, type FormField, type SignupForm } from '../../src/signup/form.ts';
import { changeField, type FormEntry, leaveField, startEntry } from '../../src/signup/form-entry.ts';

const start = (form: Partial<SignupForm> = {}) => startEntry({ ...emptyForm, ...form });
const change = (entry: FormEntry, ...changes: FieldChange[]) =>
  changes.reduce((before, one) => changeField(before, one), entry);

test('a change of one field leaves the others as they are', () => {
  const form = { ...emptyForm, city: '千代田区', street: '1-2-3' };
  expect(change(startEntry(form), { name: 'city', value: '港区' })).toEqual(
    startEntry({ ...form, city: '港区' }),
  );
});

test.each(['lastName', 'firstName'] as const)(
  'a furigana is doubted once the donor leaves a %s that it was not written for, until they edit it',
  (name) => {
    const typed = change(start({ [name]: '山田', furigana: 'やまだ' }), { name, value: '鈴木' });
    expect(typed.furigana.isDoubted).toBe(false);
    expect(leaveField(typed, { name: 'phone' }).furigana.isDoubted).toBe(false);
    const left = leaveField(typed, { name });
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

test.each<[FormField, string | boolean, string | boolean]>([
  ['phone', '０９０−１２３４', '0901234'],
  ['lastName', ' 山田\t', '山田'],
  ['receipt', true, true],
])('%s, left as %j, is kept as %j', (name, typed, kept) => {
  const { form } = leaveField(start({ [name]: typed }), { name });
  expect(form).toEqual({ ...emptyForm, [name]: kept });
});
