/** What the bank's page does to make `p`, with all of Unicode. */
export function encodeCallbackParameter(parameter: unknown): string {
  return Buffer.from(JSON.stringify(parameter), 'utf8').toString('base64');
}
