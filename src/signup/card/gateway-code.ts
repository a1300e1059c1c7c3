/** What a result code of the card gateway finds wrong: a part of the card, or `busy` and `setUp`, which are not the card's fault. */
export type GatewayFault = 'number' | 'expiry' | 'securityCode' | 'card' | 'busy' | 'setUp';

/** Reads a result code of three digits, as docs/facts.md lists them. */
export function gatewayFaultOf(code: string): GatewayFault {
  if (/^10\d$/.test(code)) return 'number';
  if (/^11\d$/.test(code)) return 'expiry';
  if (/^12\d$/.test(code)) return 'securityCode';
  if (/^13[0-2]$/.test(code)) return 'card';
  return code === '901' || code === '902' ? 'busy' : 'setUp';
}
