import type { Plugin } from 'vite';

/**
 * What Formik imports beside itself, in the one form that plain form values need; 4.3 KB of brotli less than
 * lodash-es. `docs/performance.md` has the figures.
 */
const replacements: Readonly<Record<string, string>> = {
  'lodash-es/isPlainObject':
    'export default (value) => value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype',
  // Formik calls it on each render; structuredClone takes ten times as long
  'lodash-es/cloneDeep': `export default function cloneDeep(value) {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(cloneDeep);
    const copy = {};
    for (const name of Object.keys(value)) copy[name] = cloneDeep(value[name]);
    return copy;
  }`,
  'lodash-es/clone': 'export default (value) => (Array.isArray(value) ? [...value] : { ...value })',
  'lodash-es/toPath': 'export default (path) => (Array.isArray(path) ? path : String(path).split("."))',
  // for components made by higher-order ones, of which there are none
  'hoist-non-react-statics': 'export default (target) => target',
  // React has had it since version 18
  'use-sync-external-store/shim': 'export { useSyncExternalStore } from "react"',
};

/** Statements that run on import and so keep components and types in the bundle that nothing uses. */
const unusedParts: readonly { file: RegExp; part: RegExp; instead: string }[] = [
  { file: /formik\.esm\.js$/, part: /^FieldArrayInner\.defaultProps = \{[\s\S]*?^\};/gm, instead: '' },
  { file: /formik\.esm\.js$/, part: /^\w+\.displayName = .*$/gm, instead: '' },
  { file: /yup\/index\.esm\.js$/, part: /^create\$?\w*\.prototype = .*$/gm, instead: '' },
];

/** The chart's sentences are for those who read it or draw it. */
const description = /description:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*/g;

const keepLineBreaks = (text: string): string => text.replaceAll(/[^\n]/g, '');

/**
 * Leaves out of packages what this form never uses. It fails the build where a package has changed so that
 * nothing is left out any more.
 */
export function slimPackages(): Plugin {
  return {
    name: 'slim-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (Object.hasOwn(replacements, id) ? `\0slim:${id}` : undefined),
    load: (id) => (id.startsWith('\0slim:') ? replacements[id.slice('\0slim:'.length)] : undefined),
    transform(code, id) {
      if (/\/src\/machines\/[^/]+\.ts$/.test(id))
        return { code: code.replaceAll(description, keepLineBreaks), map: null };
      const parts = unusedParts.filter(({ file }) => file.test(id));
      if (parts.length === 0) return undefined;
      let slim = code;
      for (const { part, instead } of parts) {
        const before = slim;
        slim = slim.replaceAll(part, instead);
        if (slim === before)
          throw new Error(`${id} has changed: ${part} is not in it (scripts/slim-packages.ts).`);
      }
      return { code: slim, map: null };
    },
  };
}
