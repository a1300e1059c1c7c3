/** Changes of a chart that change nothing for anyone, each with the reason. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  'signup: signup.complete.leaving: page.restored: go to signup.opening':
    'whoever has finished comes from there to complete.remembered as well',
};
