import type { FormikErrors, FormikTouched } from 'formik';
import type { CardSource } from '../../signup/form.ts';
import type { InputValues } from '../../signup/schema.ts';
import type { InputController, InputScreen, Problem } from './input-controller.ts';

/** What the form knows beside the chart. It outlives a form that has to be drawn again. */
export type FormMemory = {
  /** Which draft it belongs to: nothing of a cleared one may come back. */
  draft: number;
  controller: InputController;
  /** What the controller speaks to; the form that takes over puts its own functions in here. */
  screen: InputScreen;
  errors: FormikErrors<InputValues>;
  touched: FormikTouched<InputValues>;
  problems: readonly Problem[];
};

/** Where the input view lends what it holds, for as long as it is on screen (decision 5). */
export type FormSource = CardSource & { memory?: FormMemory | null };
