import { describe, expect, it } from 'vitest';
import { slimPackages } from '../../scripts/slim-packages.ts';

const { load, transform } = slimPackages();

/** The function that stands in for a module. */
async function standIn(id: string): Promise<(value: unknown) => unknown> {
  const code: unknown = typeof load === 'function' ? Reflect.apply(load, null, [`\0slim:${id}`]) : null;
  if (typeof code !== 'string') throw new Error(`Nothing stands in for ${id}.`);
  const module: { default(value: unknown): unknown } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  return module.default;
}

const form = { price: '3000', mailMagazine: true, days: ['1', '2'], card: { token: null } };

describe('what stands in for lodash-es does the same with the values of a form', () => {
  it.each([
    ['cloneDeep', [form, undefined, null, 'text', 0]],
    ['clone', [form, form.days]],
    ['isPlainObject', [form, form.days, null, undefined, 'text', new Date(0)]],
    ['toPath', ['lastName', 'card.token']],
  ])('%s', async (name, values) => {
    const { default: original } = await import(`lodash-es/${name}.js`);
    const slim = await standIn(`lodash-es/${name}`);
    for (const value of values) expect(slim(value)).toEqual(original(value));
  });

  it('and a deep copy shares nothing', async () => {
    const copy = (await standIn('lodash-es/cloneDeep'))(form);
    expect(copy).not.toBe(form);
    expect(copy).toHaveProperty('card');
    expect(Reflect.get(Object(copy), 'card')).not.toBe(form.card);
  });
});

it('fails where a package has changed, instead of growing in silence', () => {
  const slim = (code: string, id: string) =>
    typeof transform === 'function' ? Reflect.apply(transform, null, [code, id]) : null;
  expect(() => slim('nothing of the kind', '/node_modules/formik/dist/formik.esm.js')).toThrow(/has changed/);
  expect(slim('export const schema = 1;', '/src/signup/schema.ts')).toBeUndefined();
});

it('takes the sentences out of the charts and leaves their lines where they are', () => {
  const code = "idle: {\n  description: 'It\\'s idle',\n  on: { go: 'away' },\n},";
  const slim =
    typeof transform === 'function' ? Reflect.apply(transform, null, [code, '/src/machines/a.ts']) : null;
  expect(slim?.code).not.toContain("idle'");
  expect(slim?.code.split('\n')).toHaveLength(4);
  expect(slim?.code).toContain("on: { go: 'away' }");
});
