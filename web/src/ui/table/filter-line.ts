/**
 * Marks the bar above a table if its chips need a line of their own; otherwise removes the mark.
 */
export function markFilterLine(bar: HTMLElement): void {
  bar.removeAttribute('data-filter-line');
  bar.toggleAttribute('data-filter-line', lackChipsRoom(bar));
}

/**
 * Returns whether the chips need a line of their own: they wrap, or one of them is cut off, because
 * a single chip does not wrap. Without a search box before them, the chips already start the first
 * line.
 */
function lackChipsRoom(bar: HTMLElement): boolean {
  const chips = bar.querySelector('[data-chips]');
  const chip = chips?.firstElementChild;
  if (!chip || !chips.previousElementSibling) return false;
  const isCut = [...chips.children].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
  return isCut || chips.clientHeight > 1.5 * chip.clientHeight;
}
