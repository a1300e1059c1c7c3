// yup's ways to rename fields, which no rule asks for.
export const camelCase = (name: string): string => name;
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
