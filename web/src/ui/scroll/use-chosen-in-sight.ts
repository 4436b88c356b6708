import { useEffect } from 'react';
import type { RefObject } from 'react';

/** So much of what stands beside the chosen one peeps in that one sees there is more. */
const neighbour = 24;

/**
 * Where tabs or choices are wider than the screen, moves the chosen one into it; the page stays.
 * Once more when any of them changes its width: the typeface comes after the first frame.
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
