/** What nobody sees on arriving at the form, in one chunk: loaded when idle, at the latest when it is needed. */
export { CallbackView } from './CallbackView.tsx';
export { CardNotice } from './CardNotice.tsx';
export { CardRedirectView } from './CardRedirectView.tsx';
export { CompleteView } from './CompleteView.tsx';
export { ConfirmView } from './ConfirmView.tsx';
export { ErrorList } from './ErrorList.tsx';
