/** The type of a text for a canvas: where its figures are tabular, `font` itself is empty. */
export function penFont({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

/**
 * Waits for the type that a text is about to be drawn in: a weight that the page has not shown yet
 * is not there yet. Where a face of the family is not to be had (the stand-in is a local one, and a
 * network may be gone), its next one is drawn with.
 */
export async function fetchFont(font: string, text: string): Promise<void> {
  try {
    await document.fonts.load(font, text);
  } catch {
    // The first face that fails ends the wait, with the others still on their way.
    await document.fonts.ready;
  }
}
