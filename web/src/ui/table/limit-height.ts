/**
 * Limits the height of a table's scrolling part to the rest of the window. Skips an equal height,
 * because setting a style forces a layout.
 */
export function limitHeight(element: HTMLElement): void {
  const limit = `max(22rem, calc(100dvh - ${topOnPage(element)}px - var(--table-below, 7.25rem)))`;
  if (limits.get(element) === limit) return;
  limits.set(element, limit);
  element.style.maxBlockSize = limit;
}

/** The styles as they were set: a browser returns them in another notation. */
const limits = new WeakMap<HTMLElement, string>();

/** Measured without the page's transition, which moves the box. */
function topOnPage(element: HTMLElement): number {
  const parent = element.offsetParent;
  const above = parent instanceof HTMLElement ? topOnPage(parent) + parent.clientTop : 0;
  return above + element.offsetTop;
}
