/** How many addresses the app's file has beside its own. Each has its integrity in the page (scripts/pages.ts). */
const otherAddresses = 10;

/**
 * The address for a page's next try to load the app: the file's own, then the same file with a query that servers ignore.
 * Firefox never requests an address again whose `import()` has failed (decision 26).
 * @param file the path of the app's file
 * @param failures how many tries have failed
 */
export const appAddress = (file: string, failures: number): string =>
  failures === 0 ? file : `${file}?again=${failures % otherAddresses}`;

/** Every address that {@link appAddress} returns. */
export const appAddresses = (file: string): string[] =>
  Array.from({ length: otherAddresses + 1 }, (_, failures) => appAddress(file, failures));
