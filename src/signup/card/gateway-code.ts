// The gateway's result codes, three digits each (docs/facts.md). What donors are told of them stands in messages.ts.

/** The gateway has accepted the card. */
export const ACCEPTED = '000';

export type GatewayFault = 'number' | 'expiry' | 'securityCode' | 'card' | 'busy' | 'setUp';

/** What is wrong, by any other code. */
export function gatewayFaultOf(code: string): GatewayFault {
  if (/^10\d$/.test(code)) return 'number';
  if (/^11\d$/.test(code)) return 'expiry';
  if (/^12\d$/.test(code)) return 'securityCode';
  if (/^13[0-2]$/.test(code)) return 'card';
  return code === '901' || code === '902' ? 'busy' : 'setUp';
}

/** Whether the card is wrong, not the gateway or our set-up. */
export const isFaultOfCard = (code: string): boolean => !['busy', 'setUp'].includes(gatewayFaultOf(code));
