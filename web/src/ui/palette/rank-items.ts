import { searchForm } from '../filters/search-text.ts';

export type Findable = { label: string; keywords?: string | undefined };

/**
 * Returns the items that contain every typed word, best first: names that start with the typed
 * text, then names with a word that starts with the first typed word, then all other items. Equal
 * items keep their order.
 */
export function rankItems<Item extends Findable>(items: readonly Item[], typed: string): Item[] {
  const wanted = searchForm(typed);
  if (wanted === '') return [...items];
  const words = wanted.split(/\s+/);
  return items
    .map((item) => ({ item, rank: rankOf(item, wanted, words) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

function rankOf({ label, keywords = '' }: Findable, wanted: string, words: string[]): number {
  const name = searchForm(label);
  const text = `${name} ${searchForm(keywords)}`;
  if (!words.every((word) => text.includes(word))) return 3;
  if (name.startsWith(wanted)) return 0;
  return name.split(/\s+/).some((word) => word.startsWith(words[0] ?? '')) ? 1 : 2;
}
