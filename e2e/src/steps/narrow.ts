import { expect, type Page } from '@playwright/test';

/** The narrowest supported screen, and an ordinary one at 200 % zoom. */
const widths = [320, 720];
const height = 640;

/** Expects nothing outside the page at 320 px and at 200 % zoom; the page keeps the last width. */
export async function expectNothingLost(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(findLost), { message: `${where} at ${width} px` })
      .toEqual([]);
  }
}

/**
 * Runs in the page: returns elements that make it scroll sideways, and controls outside its edges.
 */
function findLost(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const controls = document.querySelectorAll(
    'main :is(a, button, input, select, textarea), header button',
  );
  const cut = [...controls].filter((control) => {
    const { left, right, width } = control.getBoundingClientRect();
    const isSeen = width > 1 && control.checkVisibility({ visibilityProperty: true });
    return isSeen && (left < -1 || right > clientWidth + 1) && !scrolls(control.parentElement);
  });
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...cut.map((control) => `cut off: ${control.outerHTML.slice(0, 120)}`),
  ];
}

/**
 * Expects a visible focus on the first controls that the Tab key reaches from the top of the page,
 * or of its main part.
 */
export async function expectVisibleFocus(
  page: Page,
  where: string,
  from: 'body' | 'main',
): Promise<void> {
  await page.evaluate(watchFocus, from);
  // Press and release the keys in order, without waiting for each paint.
  const { keyboard } = page;
  const count = from === 'main' ? 17 : 25;
  const presses = Array.from({ length: count }, () => [keyboard.down('Tab'), keyboard.up('Tab')]);
  await Promise.all(presses.flat());
  const { met, unseen } = await page.evaluate(() => window.focusMet);
  expect(met, `${where}: controls that the Tab key reaches`).toBeGreaterThan(1);
  expect(unseen, `${where}: focus that is not seen`).toEqual([]);
}

/** Runs in the page: records each control that gets the focus without showing it. */
function watchFocus(from: 'body' | 'main'): void {
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  window.focusMet = { met: 0, unseen: [] };
  document.addEventListener('focusin', () => {
    const focused = document.activeElement;
    // The Tab key starts from these two elements and never reaches them.
    if (focused === null || focused.matches('body, main')) return;
    // An element next to it may show the focus: a box around it, the track of a switch, or the line
    // of a tree node.
    const { parentElement: box, nextElementSibling, firstElementChild } = focused;
    const near = [focused, box, box?.parentElement, nextElementSibling, firstElementChild];
    const styles = near.flatMap((element) => (element ? [getComputedStyle(element)] : []));
    // A table row draws its outline over its cells.
    const over = getComputedStyle(focused, '::after');
    if (over.content !== 'none') styles.push(over);
    window.focusMet.met += 1;
    if (!styles.some(isDrawn)) window.focusMet.unseen.push(focused.outerHTML.slice(0, 120));
  });
  // Start like a keyboard user at the top of the page, or after the link that skips to its content.
  const start = document.querySelector<HTMLElement>(from);
  const before = start?.getAttribute('tabindex') ?? null;
  start?.setAttribute('tabindex', '-1');
  start?.focus();
  if (before === null) start?.removeAttribute('tabindex');
  else start?.setAttribute('tabindex', before);
}

declare global {
  interface Window {
    focusMet: { met: number; unseen: string[] };
  }
}
