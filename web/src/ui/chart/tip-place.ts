import type { CSSProperties } from 'react';

/** In pixels, between a category and its tooltip. */
const GAP = 6;

/** The category's upper and lower edge, and the height of the picture, in pixels. */
type Edges = { readonly from: number; readonly to: number; readonly height: number };

/** A tooltip above or below a category, where there is more space, instead of at the top. */
export function tipLevel({ from, to, height }: Edges): CSSProperties {
  return to <= height / 2
    ? { insetBlockStart: to + GAP }
    : { insetBlockStart: 'auto', insetBlockEnd: height - from + GAP };
}
