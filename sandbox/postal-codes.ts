import { getAddress } from 'yubin';
import { townOf } from '../src/signup/postal-address.ts';

/** An address as the API answers it (specification §7). `townName` is empty where a code stands for a whole municipality. */
export type PostalAddress = { prefName: string; cityName: string; townName: string };

/**
 * Looks a seven-digit postal code up in Japan Post's tables, office codes included.
 * Undefined for an unknown code.
 */
export function findAddress(postalCode: string): PostalAddress | undefined {
  const found = getAddress(postalCode);
  if (found === null) return undefined;
  return { prefName: found.prefecture, cityName: found.city, townName: townOf(found.town) };
}
