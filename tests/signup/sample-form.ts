/** Makes `p` as the bank's page does, from any Unicode text. */
export function encodeCallbackParameter(parameter: unknown): string {
  return Buffer.from(JSON.stringify(parameter), 'utf8').toString('base64');
}
