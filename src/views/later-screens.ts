/** What nobody sees on arriving at the form, in one chunk: loaded when idle, at the latest when it is needed. */
export { CallbackView } from './callback/CallbackView.tsx';
export { CardRedirectView } from './card-redirect/CardRedirectView.tsx';
export { CompleteView } from './complete/CompleteView.tsx';
export { ConfirmView } from './confirm/ConfirmView.tsx';
export { CardNotice } from './input/CardNotice.tsx';
export { ErrorSummary } from './input/ErrorSummary.tsx';
export { ErrorList } from './shell/ErrorList.tsx';
