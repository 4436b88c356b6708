import { useEffect, type RefObject } from 'react';

/**
 * Says in `data-more` at which sides something goes on beyond what a sideways scroller shows:
 * `start`, `end`, both or nothing. Styles draw it; nothing is drawn anew by React. What frames
 * the scroller can be told instead, with the width of the scroll bar its edge has to leave free.
 */
export function useScrollEdges(
  scroller: RefObject<HTMLElement | null>,
  told: RefObject<HTMLElement | null> = scroller,
): void {
  useEffect(() => {
    const element = scroller.current;
    const sign = told.current;
    if (!element || !sign) return undefined;
    const measure = () => {
      const more = sidesWithMore(element);
      if (more === (sign.dataset['more'] ?? '')) return;
      if (more === '') delete sign.dataset['more'];
      else sign.dataset['more'] = more;
      sign.style.setProperty('--scroll-bar', `${element.offsetWidth - element.clientWidth}px`);
    };
    // Its first call comes with the layout that is made anyway; the typeface may widen the content.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, told]);
}

/** From right to left the scroll position is negative; fractions of a pixel do not count. */
function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const before = Math.abs(scrollLeft);
  const after = scrollWidth - clientWidth - before;
  return [before > 1 ? 'start' : '', after > 1 ? 'end' : ''].filter(Boolean).join(' ');
}

/** How much of the neighbour stays visible, to show that there is more. */
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
