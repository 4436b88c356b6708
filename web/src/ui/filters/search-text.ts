/**
 * Returns the form in which a text is searched: without case, accents, apostrophes, hyphens, and
 * Arabic marks and spelling variants, as in the server's `search_form`.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll(apostrophesAndHyphens, '')
    .replaceAll(/[^ -~]/g, (letter) => plain[letter] ?? letter)
    .trim();
}

const apostrophesAndHyphens =
  /['`\u00B4\u02B9-\u02BC\u02BF\u2010-\u2015\u2018\u2019\u201B\u2032\u2212\uFF07-]/g;

const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
};

/** Number of characters shown before the match. */
const BEFORE = 24;

/**
 * Shortens a long text so that it starts shortly before its first match with a search term; returns
 * the text unchanged if no term occurs in it as typed or the match is near its start.
 */
export function excerptAround(text: string, typed: string): string {
  const lower = text.toLowerCase();
  const places = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const from = Math.min(...places) - BEFORE;
  if (places.length === 0 || from <= BEFORE) return text;
  // The excerpt must not start with half of a surrogate pair.
  return `…${text.slice(from).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** Returns whether every typed word is part of the text, in any order. */
export function matchesSearch(text: string, typed: string): boolean {
  const form = searchForm(text);
  return searchForm(typed)
    .split(/\s+/)
    .every((word) => form.includes(word));
}
