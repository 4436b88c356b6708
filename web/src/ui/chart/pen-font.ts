/** The type of a text for a canvas: where its figures are tabular, `font` itself is empty. */
export function penFont({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}
