import { sideMeant, statusMeant } from '../bank-terms.ts';

/** Whether borrowers of the portfolio have one of these names. */
export type KnowsNames = (names: readonly string[]) => Promise<boolean>;

/** Maximum number of names that are compared with those of borrowers. */
const NAMES_MAX = 100;

type Column = { readonly place: number; readonly values: readonly string[] };

/**
 * Returns whether the values of a column can be names of payers: most have two or more words,
 * hardly any has a digit, and many are different.
 */
export function looksLikeNames(values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const share = (isMeant: (text: string) => boolean) =>
    values.filter(isMeant).length / values.length;
  const different = new Set(values.map((text) => text.toLowerCase())).size;
  return (
    share(isName) >= 0.6 &&
    share((text) => /\p{N}/u.test(text)) <= 0.1 &&
    different >= Math.min(values.length, Math.max(3, values.length / 10)) &&
    !values.some((text) => sideMeant(text) !== null || statusMeant(text) !== null)
  );
}

/**
 * True for two to seven words of letters, such as "Max Muster", "MUSTER, MAX" or "Muster & Co. KG".
 */
const isName = (text: string): boolean =>
  text.length <= 70 && /^[\p{L}\p{M}.,'’&()\-\s]+$/u.test(text) && hasWords(text);

function hasWords(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  return words.length >= 2 && words.length <= 7;
}

/** Finds the column that has names of borrowers; null if none does. */
export async function columnOfBorrowers(
  columns: readonly Column[],
  knowsNames: KnowsNames,
): Promise<number | null> {
  for (const { place, values } of columns) {
    if (!looksLikeNames(values)) continue;
    const names = [...new Set(values)].slice(0, NAMES_MAX);
    if (await knowsNames(names)) return place;
  }
  return null;
}
