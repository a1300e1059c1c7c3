const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Formik asks whether errors, touched fields and first values have changed. */
export default function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
