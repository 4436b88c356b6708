import { useEffect } from 'react';
import type { RefObject } from 'react';

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
    const look = () => {
      const more = sidesWithMore(element);
      if (more === (sign.dataset['more'] ?? '')) return;
      if (more === '') delete sign.dataset['more'];
      else sign.dataset['more'] = more;
      sign.style.setProperty('--scroll-bar', `${element.offsetWidth - element.clientWidth}px`);
    };
    // Its first call comes with the layout that is made anyway; the typeface may widen the content.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, told]);
}

/** Right to left, a scroller counts its way in negative pixels; fractions are no way to go. */
function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const before = Math.abs(scrollLeft);
  const after = scrollWidth - clientWidth - before;
  return [before > 1 ? 'start' : '', after > 1 ? 'end' : ''].filter(Boolean).join(' ');
}
