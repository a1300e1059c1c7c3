export default (value: object): unknown => (Array.isArray(value) ? [...value] : { ...value });
