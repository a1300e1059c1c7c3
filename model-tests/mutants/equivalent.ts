/** Mutants that behave like the product, each with the reason. */
export const equivalentMutants: Readonly<Record<string, string>> = {
  'signup: markDeclined: { ...registration, isDeclined: true } without registration &&':
    'nothing is verified without a registration; only the types do not know it',
  'signup: applyChange: always after.form': 'the same form as another object',
  'signup: startAnew: without ...startInput(formByLink(link))':
    'the confirm screen has started the form anew before, and the model’s page has no link',
  'signup: savedSessionOf: without ...untouchedSession':
    'what is missing in the saved session is read as untouched',
  'signup: signup.confirm on copy.finished to signup.opening':
    'what has signed up is shown as such by the first state, too',
  'signup: signup.input.form.outcomeUnknown on copy.finished to signup.opening':
    'what has signed up is shown as such by the first state, too',
  'signup: signup.confirm.submitting.registering on copy.finished to signup.opening':
    'what has signed up is shown as such by the first state, too',
  "signup: ofCopies: registration?.applicationKey without ?? ''":
    'what has no answer has a key, or a registration with one; only the types do not know it',
  'signup: signup.complete.leaving on page.restored to signup.opening':
    'what has signed up is shown as such by the first state, too',
  'signup: keepAccessId: always [...context.processedAccessIds, context.callback.accessId]':
    'nothing is verified without a callback; only the types do not know it',
  'signup: showUnknownOutcome: always [unknownOutcome(unanswered)]':
    'nothing is unknown without a call that was left unanswered; only the types do not know it',
  "signup: input: registration?.registerToken without ?? ''":
    'nothing is verified without a registration; only the types do not know it',
  "postalLookup: takePostalCode: postalCode without ?? ''":
    'the guard lets no code pass that is none; only the types do not know it',
};
