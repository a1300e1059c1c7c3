import { expect, it } from 'vitest';
import { readInspectorSetting } from '../../inspector/inspector-setting.ts';

it('refuses a setting that it does not know, by name', () => {
  expect(['', 'stately', undefined].map((value) => readInspectorSetting(value))).toEqual([
    'own',
    'stately',
    'own',
  ]);
  expect(() => readInspectorSetting('statley')).toThrow(
    'VITE_INSPECT must be “stately” or empty, not “statley”',
  );
});
