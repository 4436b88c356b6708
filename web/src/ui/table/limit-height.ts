/**
 * Passes the position at which a table's scrolling part begins to the styles, so that they can
 * limit its height to the remaining height of the window. Skips an equal value, because setting a
 * style forces a layout.
 */
export function limitHeight(element: HTMLElement): void {
  const top = `${topOnPage(element)}px`;
  if (tops.get(element) === top) return;
  tops.set(element, top);
  element.style.setProperty('--top', top);
}

const tops = new WeakMap<HTMLElement, string>();

/** Returns the position without the page's transition, which moves the box for a moment. */
function topOnPage(element: HTMLElement): number {
  const parent = element.offsetParent;
  const above = parent instanceof HTMLElement ? topOnPage(parent) + parent.clientTop : 0;
  return above + element.offsetTop;
}
