import { expect, type Page } from '@playwright/test';
import { expectFiguresUnderHeads } from './alignment.ts';

/** A desktop, two laptops and a phone. */
const widths = [1440, 1240, 1024, 390];
const height = 844;

/**
 * Expects that nothing in the page crosses the sides of its container at each width, that the full
 * text of each cut text can be read, and that figures end under their heads. The page keeps the last
 * width.
 */
export async function expectNothingOverflows(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(findOverflowing), { message: `${where} at ${width} px` })
      .toEqual([]);
    await expectFiguresUnderHeads(page, `${where} at ${width} px`);
  }
}

/**
 * Runs in the page: returns the elements that cross a side of their container. Areas that scroll,
 * texts cut with an ellipsis and a tooltip, and negative margins are intended.
 */
async function findOverflowing(): Promise<string[]> {
  // The page responds to a new width in the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const isOutside = (inner: DOMRect, outer: DOMRect) =>
    inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
  // `titleIfCut` gives these their whole text as a tooltip.
  const hasTooltip = (element: Element) => element.closest('[title], [data-clip], td, th') !== null;
  const isDesigned = (box: Element) => {
    const { overflowX, textOverflow } = getComputedStyle(box);
    return /auto|scroll/.test(overflowX) || (textOverflow === 'ellipsis' && hasTooltip(box));
  };
  const boxOf = (element: Element): Element | null => {
    const parent = element.parentElement;
    const isFlat = parent && /^(inline|contents)$/.test(getComputedStyle(parent).display);
    return isFlat ? boxOf(parent) : parent;
  };
  const leavesBox = (element: Element): boolean => {
    // Text for screen readers alone is in a box of one pixel.
    if (element.closest('.unseen') !== null) return false;
    const own = element.getBoundingClientRect();
    const parent = element.parentElement?.getBoundingClientRect();
    if (!parent || !isOutside(own, parent)) return false;
    const box = boxOf(element);
    const { position, marginLeft, marginRight } = getComputedStyle(element);
    if (box === null || /absolute|fixed/.test(position)) return false;
    const [before, after] = [marginLeft, marginRight].map((margin) =>
      Math.min(0, Number.parseFloat(margin) || 0),
    );
    const left = own.left - (before ?? 0);
    const room = new DOMRect(left, 0, own.right + (after ?? 0) - left, 1);
    return isOutside(room, box.getBoundingClientRect()) && !isDesigned(box);
  };
  const losesText = (element: Element): boolean => {
    const { clientWidth, scrollWidth } = element;
    if (clientWidth < 2 || scrollWidth <= clientWidth + 1 || isDesigned(element)) return false;
    const room = element.getBoundingClientRect();
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return isOutside(range.getBoundingClientRect(), room);
    });
  };
  // A carousel scrolls by moving its slides; an empty element, such as a switch's label, is
  // invisible; typed text scrolls.
  const isExempt = (element: Element) =>
    element.matches('.mantine-Carousel-slide, input, textarea, select') ||
    (element.textContent === '' && element.querySelector('svg, img, input') === null);
  return [...document.querySelectorAll('main *:not(svg *), header *:not(svg *)')]
    .filter((element) => leavesBox(element) || losesText(element))
    .filter((element) => !isExempt(element) && element.checkVisibility())
    .map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${Math.round(left)} to ${Math.round(right)}: ${element.outerHTML.slice(0, 160)}`;
    });
}
