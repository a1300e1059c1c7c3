/** Formik merges what several rules say of the fields: the last one is right. */
const merge = (one: object, other: object): object => ({ ...one, ...other });

export default Object.assign(merge, { all: (all: readonly object[]): object => all.reduce(merge, {}) });
