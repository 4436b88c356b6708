import type { PointerEvent } from 'react';

/**
 * Gives a cell whose text is cut off its whole text as a tooltip, when the pointer comes over it.
 * One handler per table: a tooltip for each cell would measure all of them.
 */
export function titleIfCut({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell === null) return;
  if (isCut(cell)) cell.title = cell.innerText.replaceAll(/\s+/g, ' ').trim();
  else cell.removeAttribute('title');
}

function isCut(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll('*')].some(
    (part) =>
      part.clientWidth > 0 &&
      part.scrollWidth > part.clientWidth &&
      getComputedStyle(part).overflowX !== 'visible',
  );
}
