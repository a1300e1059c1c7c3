/**
 * Tells of an app that broke and was drawn again. The donor does not notice, which is why a test has to be told. Runs in
 * the page, before its own scripts; it is sent there as text and refers to nothing outside itself.
 */
export function watchDrawing(tell: (fault: string) => void): void {
  new MutationObserver((changes) => {
    const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    if (gone.some((node) => node instanceof Element && node.id === 'undrawable'))
      tell(`The app broke and was drawn again, in ${document.querySelector('main')?.dataset.state}.`);
  }).observe(document, { subtree: true, childList: true });
}
