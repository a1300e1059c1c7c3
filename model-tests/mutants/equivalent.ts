/** Changes of a chart that change nothing for anyone, each with the reason. */
export const equivalentMutants: Readonly<Record<string, string>> = {};
