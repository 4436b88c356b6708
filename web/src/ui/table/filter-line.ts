/** Marks a bar above a table whose chips need a line of their own. */
export function markFilterLine(bar: HTMLElement): void {
  bar.removeAttribute('data-filter-line');
  bar.toggleAttribute('data-filter-line', lackChipsRoom(bar));
}

/**
 * Returns whether the chips need a line of their own: they wrap, or one is cut, as a single chip is
 * instead of wrapping. Without a search box before them, the chips already start the first line.
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
