import { expect, it } from 'vitest';
import { readInspectorSetting } from '../../inspector/inspector-setting.ts';

it('VITE_INSPECT is refused by name where its value is unknown', () => {
  expect(['', 'stately', undefined].map((value) => readInspectorSetting(value))).toEqual([
    'own',
    'stately',
    'own',
  ]);
  expect(() => readInspectorSetting('statley')).toThrow(
    'VITE_INSPECT must be “stately” or empty, not “statley”',
  );
});
