import { expect, type Page } from '@playwright/test';

/** The narrowest screen there is, and what 200 % of zoom leaves of an ordinary one. */
const widths = [320, 720];
const height = 640;

/** Nothing lies beyond the page's edges at 320 px and at 200 % of zoom; it is left at the last. */
export async function expectNothingLost(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(findLost), { message: `${where} at ${width} px` })
      .toEqual([]);
  }
}

/** Runs in the page: what makes it scroll sideways, and controls that reach beyond its edges. */
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

/** The Tab key goes from control to control, and each shows that it has the focus. */
export async function expectVisibleFocus(page: Page, where: string): Promise<void> {
  await page.locator('body').evaluate((body) => {
    // From the top of the page, as a reader begins.
    body.tabIndex = -1;
    body.focus();
    body.removeAttribute('tabindex');
  });
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const near = [focused, focused.parentElement, focused.nextElementSibling];
      const styles = near.flatMap((element) => (element ? [getComputedStyle(element)] : []));
      // A row of a table draws its line over its cells.
      const over = getComputedStyle(focused, '::after');
      if (over.content !== 'none') styles.push(over);
      const drawn = styles.some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      );
      return drawn ? null : focused.outerHTML.slice(0, 120);
    });
    expect(unseen, `${where}: focus that is not seen`).toBeNull();
  }
}
