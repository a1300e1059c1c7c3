import { getAddress } from 'yubin';

/** An address as the API answers it (specification §7). `townName` is empty where a code stands for a whole municipality. */
export type PostalAddress = { prefName: string; cityName: string; townName: string };

/**
 * Looks a seven-digit postal code up in Japan Post's tables, office codes included.
 * Undefined for an unknown code.
 */
export function findAddress(postalCode: string): PostalAddress | undefined {
  const found = getAddress(postalCode);
  if (found === null) return undefined;
  return { prefName: found.prefecture, cityName: found.city, townName: cleanTown(found.town) };
}

/** Removes the notes that Japan Post writes into the town's column. */
export function cleanTown(town: string): string {
  if (town === '以下に掲載がない場合' || town.endsWith('がくる場合')) return '';
  // 一円 alone is a real town in Shiga; after a name it means "all of it".
  if (town.length > 2 && town.endsWith('一円')) return '';
  const withoutNote = town.replace(/（.*$/u, '');
  // A list or a range of towns: keep what they have in common.
  return withoutNote.replace(/第?[０-９]+地割.*$/u, '').replace(/[、〜].*$/u, '');
}
