import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import * as shaken from '../../src/shaken/xstate.ts';
import { fieldNames } from '../../src/signup/form.ts';
import deepmerge from '../../src/stand-ins/deepmerge.ts';
import clone from '../../src/stand-ins/lodash-es/clone.ts';
import cloneDeep from '../../src/stand-ins/lodash-es/cloneDeep.ts';
import isPlainObject from '../../src/stand-ins/lodash-es/isPlainObject.ts';
import toPath from '../../src/stand-ins/lodash-es/toPath.ts';
import * as propertyExpr from '../../src/stand-ins/property-expr.ts';
import isEqual from '../../src/stand-ins/react-fast-compare.ts';
import * as tinyCase from '../../src/stand-ins/tiny-case.ts';
import toposort from '../../src/stand-ins/toposort.ts';

const form = { price: '3000', mailMagazine: true, days: ['1', '2'], card: { token: null } };
const forms = [form, { ...form, price: '1000' }, { ...form, card: {} }, { ...form, days: ['1'] }, {}];
const errors = { price: 'one', email: 'two' };
const paths = ['price', 'card.token', 'card.token.deeper', 'nothing', 'nothing.deeper'];

/** Asks the package and what stands in for it the same. */
async function expectSame<StandIn>(name: string, standIn: StandIn, ask: (of: StandIn) => unknown) {
  const original = await import(name);
  expect(ask(standIn)).toEqual(ask(original.default ?? original));
}

describe('what stands in for small packages does the same with the values of a form', () => {
  it('clone', () => expectSame('lodash-es/clone.js', clone, (of) => [form, form.days].map(of)));
  it('cloneDeep', () =>
    expectSame('lodash-es/cloneDeep.js', cloneDeep, (of) => [form, undefined, null, 'text', 0].map(of)));
  it('isPlainObject', () =>
    expectSame('lodash-es/isPlainObject.js', isPlainObject, (of) =>
      [form, form.days, null, undefined, 'text', new Date(0)].map(of),
    ));
  it('toPath', () => expectSame('lodash-es/toPath.js', toPath, (of) => paths.map(of)));
  it('react-fast-compare', () =>
    expectSame('react-fast-compare', isEqual, (of) =>
      [...forms, undefined, null, 'text'].flatMap((one, _, all) =>
        all.map((other) => of(one, structuredClone(other))),
      ),
    ));
  it('deepmerge', () =>
    expectSame('deepmerge', deepmerge, (of) => [
      of(errors, { email: 'three' }),
      of.all([errors, {}, { phone: 'four', email: 'three' }]),
    ]));
  it('property-expr', () =>
    expectSame('property-expr', propertyExpr, ({ split, normalizePath, join, getter, forEach }) =>
      paths.map((path) => {
        const parts: unknown[] = [];
        forEach(path, (part, isBracket, isArray) => parts.push([part, isBracket, isArray]));
        const get: (path: string, safe: true) => (data: unknown) => unknown = getter;
        return [
          parts,
          split(path),
          join(normalizePath(path)),
          get(path, true)(form),
          get(path, true)(undefined),
        ];
      }),
    ));
  it('tiny-case', () =>
    expectSame('tiny-case', tinyCase, ({ camelCase, snakeCase }) =>
      fieldNames.map((name) => [camelCase(name), snakeCase(name)]),
    ));
  it('toposort', () =>
    expectSame('toposort', toposort, ({ array }) => [
      array(
        [...fieldNames],
        [
          ['prefecture', 'expatriate'],
          ['phone', 'expatriate'],
          ['phone', 'country'],
          ['country', 'prefecture'],
        ],
      ),
      array([...fieldNames], []),
    ]));

  it('setup', () => {
    const parts = { guards: { isOpen: () => true }, actions: { note: () => {} }, delays: { SOON: 10 } };
    const config = { initial: 'one', states: { one: { after: { SOON: 'two' } }, two: {} } };
    const [ours, theirs] = [shaken.setup(parts), setup(parts)].map((of) => of.createMachine(config));
    expect(ours?.implementations).toEqual(theirs?.implementations);
    expect(ours?.config).toEqual(theirs?.config);
  });

  it('and a deep copy shares nothing', () => {
    const copy = cloneDeep(form);
    expect(copy).not.toBe(form);
    expect(copy).toHaveProperty('card');
    expect(Reflect.get(Object(copy), 'card')).not.toBe(form.card);
  });

  it('and fields that wait for each other are told', () => {
    expect(() =>
      toposort.array(
        ['phone', 'country'],
        [
          ['phone', 'country'],
          ['country', 'phone'],
        ],
      ),
    ).toThrow('Cyclic dependency');
  });
});
