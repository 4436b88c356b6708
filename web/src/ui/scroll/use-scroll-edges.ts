import { useEffect, type RefObject } from 'react';

/**
 * Sets `data-more` to the sides at which a scroller has more content: `start`, `end`, `below`,
 * several or none. Also sets `--scroll-bar`, the width of the scroll bar, which a fade must leave
 * free. Only styles use them, so React does not rerender. If a frame is given, both are set on the
 * frame instead of the scroller.
 */
export function useScrollEdges(
  scroller: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null> = scroller,
): void {
  useEffect(() => {
    const element = scroller.current;
    const sign = frame.current;
    if (!element || !sign) return undefined;
    const measure = () => {
      const more = sidesWithMore(element);
      if (more === (sign.dataset['more'] ?? '')) return;
      if (more === '') delete sign.dataset['more'];
      else sign.dataset['more'] = more;
      sign.style.setProperty('--scroll-bar', `${element.offsetWidth - element.clientWidth}px`);
    };
    // The observer also reports the first layout, and the new width once the typeface has loaded.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const observeChildren = () => {
      for (const child of element.children) observer.observe(child);
    };
    observeChildren();
    // Children may be added later, such as a filter whose options have loaded.
    const additions = new MutationObserver(observeChildren);
    additions.observe(element, { childList: true });
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      additions.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, frame]);
}

/**
 * Returns the sides with more content. The scroll position is negative in right-to-left pages, and
 * fractions of a pixel are ignored.
 */
function sidesWithMore(element: HTMLElement): string {
  const before = Math.abs(element.scrollLeft);
  const after = element.scrollWidth - element.clientWidth - before;
  const below = element.scrollHeight - element.clientHeight - element.scrollTop;
  return [before > 1 ? 'start' : '', after > 1 ? 'end' : '', below > 1 ? 'below' : '']
    .filter(Boolean)
    .join(' ');
}

/** Visible part of the next tab in pixels, to show that there is more. */
const neighbour = 64;

/**
 * Scrolls the chosen tab or option into view inside its scroller, without scrolling the page.
 * Repeats if a child changes its width, because the typeface loads after the first frame.
 */
export function useChosenInSight(
  scroller: RefObject<HTMLElement | null>,
  selector: string,
  chosen: string,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const one = element.querySelector(selector);
      if (one) reveal(element, one);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, selector, chosen]);
}

function reveal(scroller: HTMLElement, one: Element): void {
  const room = scroller.getBoundingClientRect();
  const { left, right } = one.getBoundingClientRect();
  const beyondRight = right + neighbour - room.right;
  const beyondLeft = room.left - (left - neighbour);
  if (beyondRight > 0) scroller.scrollBy({ left: beyondRight });
  else if (beyondLeft > 0) scroller.scrollBy({ left: -beyondLeft });
}
