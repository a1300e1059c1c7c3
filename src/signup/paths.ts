const input = '/form/member';

/** The addresses of the app, below the base path /form (specification §2). */
export const paths = {
  input,
  confirm: `${input}/confirm`,
  callback: `${input}/callback`,
} as const;

/**
 * The page that replaces a page of the callback. It is the same to the app, but other sites' scripts may run in it, which
 * the callback's headers forbid.
 */
export const FRESH_PAGE = `${input}/returned`;
