import { describe, expect, it } from 'vitest';
import cloneDeep from '../../src/lodash-es/cloneDeep.ts';

const form = { price: '3000', mailMagazine: true, days: ['1', '2'], card: { token: null } };

describe('what stands in for lodash-es does the same with the values of a form', () => {
  it.each([
    ['cloneDeep', [form, undefined, null, 'text', 0]],
    ['clone', [form, form.days]],
    ['isPlainObject', [form, form.days, null, undefined, 'text', new Date(0)]],
    ['toPath', ['lastName', 'card.token']],
  ])('%s', async (name, values) => {
    const { default: original } = await import(`lodash-es/${name}.js`);
    const { default: standIn } = await import(`../../src/lodash-es/${name}.ts`);
    for (const value of values) expect(standIn(value)).toEqual(original(value));
  });

  it('and a deep copy shares nothing', () => {
    const copy = cloneDeep(form);
    expect(copy).not.toBe(form);
    expect(copy).toHaveProperty('card');
    expect(Reflect.get(Object(copy), 'card')).not.toBe(form.card);
  });
});
