export default (value: unknown): boolean =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
