import { expect, type Page } from '@playwright/test';

/**
 * Expects that in each table the figures end where the head of their column ends, at the current
 * width of the page.
 */
export async function expectFiguresUnderHeads(page: Page, where: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(findMisaligned), { message: `${where}: figures off their head` })
    .toEqual([]);
}

/**
 * Runs in the page: returns the cells in columns of figures whose text ends more than a pixel away
 * from the end of the column's head. Lists align figures to the right in both directions.
 */
function findMisaligned(): string[] {
  /** Returns the edge at which the visible text of a cell ends, or null for a cell without text. */
  const endOf = (cell: Element, isAtRight: boolean): number | null => {
    const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const ends: number[] = [];
    while (nodes.nextNode()) {
      if (!nodes.currentNode.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(nodes.currentNode);
      let { left, right } = range.getBoundingClientRect();
      let box = nodes.currentNode.parentElement;
      while (box && cell.contains(box)) {
        if (getComputedStyle(box).overflowX !== 'visible') {
          const edge = box.getBoundingClientRect();
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        }
        box = box.parentElement;
      }
      // Text that only screen readers read is one pixel wide.
      if (right - left > 1) ends.push(isAtRight ? right : -left);
    }
    return ends.length === 0 ? null : Math.max(...ends);
  };
  const offBy = (cell: Element, head: Element): number => {
    const { textAlign, direction } = getComputedStyle(head);
    const isAtRight = textAlign === 'right' || direction === 'ltr';
    const [end, headEnd] = [endOf(cell, isAtRight), endOf(head, isAtRight)];
    return end === null || headEnd === null ? 0 : end - headEnd;
  };
  return [...document.querySelectorAll<HTMLTableElement>('main table')].flatMap((table) => {
    const heads = [...(table.tHead?.rows ?? [])].at(-1)?.cells;
    const rows = [...table.rows].filter((row) => row.parentElement !== table.tHead);
    return rows.flatMap(({ cells }) => {
      let column = 0;
      return [...cells].flatMap((cell) => {
        const head = heads?.[column];
        column += cell.colSpan;
        if (!head?.matches('[data-align=end], [data-figure]')) return [];
        const off = offBy(cell, head);
        const name = `${head.textContent} of ${table.ariaLabel ?? table.parentElement?.ariaLabel}`;
        return Math.abs(off) > 1 ? [`${off.toFixed(1)} px: ${cell.textContent}, ${name}`] : [];
      });
    });
  });
}
