const pixelsPerEm = 16;

/**
 * Returns whether a media query of the application matches a window. The server knows only the
 * width; queries about the reader's preferences do not match. Throws for a query that it cannot
 * read.
 *
 * @param width in CSS pixels
 */
export function widthMatches(query: string, width: number): boolean {
  if (query.startsWith('(prefers-')) return false;
  const [, compared, length = '', unit] =
    /^\((width <|width >=|min-width:|max-width:) ([\d.]+)(px|em)\)$/.exec(query) ?? [];
  const limit = Number(length) * (unit === 'em' ? pixelsPerEm : 1);
  if (compared === 'width <') return width < limit;
  if (compared === 'width >=' || compared === 'min-width:') return width >= limit;
  if (compared === 'max-width:') return width <= limit;
  throw new Error(`The server cannot answer the media query ${query}.`);
}
