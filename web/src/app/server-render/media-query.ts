const pixelsPerEm = 16;

/**
 * Returns whether a media query of the product matches a window. The server knows the width alone;
 * queries about the reader's preferences do not match.
 *
 * @param width in CSS pixels
 */
export function widthMatches(query: string, width: number): boolean {
  const [, compared, length = '', unit] =
    /^\((width <|width >=|max-width:) ([\d.]+)(px|em)\)$/.exec(query) ?? [];
  const limit = Number(length) * (unit === 'em' ? pixelsPerEm : 1);
  if (compared === 'width <') return width < limit;
  if (compared === 'width >=') return width >= limit;
  return compared === 'max-width:' && width <= limit;
}
