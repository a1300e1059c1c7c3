import type { CardSource } from '../../signup/form.ts';
import type { InputController, InputScreen } from './input-controller.ts';

/** What the form knows beside the chart. It outlives a form that has to be drawn again. */
export type InputViewState = {
  /** When the draft was cleared that it belongs to: nothing of what was cleared may come back. */
  clearedAt: number | null;
  controller: InputController;
  /** What the controller speaks to; the form that takes over puts its own functions in here. */
  screen: InputScreen;
};

/** Where the input view lends what it holds, for as long as it is on screen (decision 5). */
export type InputViewHandle = CardSource & { state?: InputViewState | null };
