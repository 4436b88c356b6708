/**
 * A text as it is searched: without case, accents and Arabic's marks and spellings of one letter,
 * as the server's `search_form` has it.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđæœىة]/g, (letter) => plain[letter] ?? letter)
    .trim();
}

const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ى: 'ي',
  ة: 'ه',
};

/** Whether every word that was typed is part of the text, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const form = searchForm(text);
  return searchForm(typed)
    .split(/\s+/)
    .every((word) => form.includes(word));
}
