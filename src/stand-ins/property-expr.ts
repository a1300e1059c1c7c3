export const split = (path: string): string[] => path.split('.');
export const normalizePath = (path: string): string[] => split(path);
export const join = (parts: readonly string[]): string => parts.join('.');

/** The value at a path, undefined where there is none. */
export const getter =
  (path: string) =>
  (data: unknown): unknown =>
    split(path).reduce((value, name) => Reflect.get(Object(value), name), data);

/** No part of a path of ours is in brackets or the place in a list. */
export function forEach(
  path: string,
  each: (part: string, isBracket: boolean, isArray: boolean) => void,
): void {
  for (const part of split(path)) each(part, false, false);
}
