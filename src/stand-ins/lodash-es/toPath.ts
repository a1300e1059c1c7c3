export default (path: unknown): unknown[] => (Array.isArray(path) ? path : String(path).split('.'));
