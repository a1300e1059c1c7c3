import { getAddress } from 'yubin';
import { townOf } from '../../src/signup/address/postal-address.ts';

/**
 * Looks a seven-digit postal code up in Japan Post's tables, office codes included, and gives the address as the API answers
 * it (specification §7). `townName` is empty where a code stands for a whole municipality. Undefined for an unknown code.
 */
export function findAddress(postalCode: string) {
  const found = getAddress(postalCode);
  if (found === null) return undefined;
  return { prefName: found.prefecture, cityName: found.city, townName: townOf(found.town) };
}
