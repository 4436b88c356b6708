/**
 * Returns the font of a text for a canvas, composed from its parts: the shorthand `font` is empty
 * if figures are tabular.
 */
export function penFont({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

/**
 * Waits for the font of a text that is about to be drawn, because the page may not have used this
 * weight yet. If a font of the family fails to load (because the fallback is a local font, or the
 * network fails), the next one is used.
 */
export async function fetchFont(font: string, text: string): Promise<void> {
  try {
    await document.fonts.load(font, text);
  } catch {
    // The wait above ends with the first font that fails, while others may still be loading.
    await document.fonts.ready;
  }
}
