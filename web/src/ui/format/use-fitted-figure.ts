import { useLayoutEffect, useRef } from 'react';

/**
 * Makes a figure smaller if it is wider than its box, by the CSS variable `--share`, so that it is
 * neither broken nor cut. All figures inside one element with `data-one-size` get the same size.
 * Returns the reference to the box.
 */
export function useFittedFigure<Box extends HTMLElement>() {
  const figure = useRef<Box>(null);
  useLayoutEffect(() => fit(figure.current));
  useLayoutEffect(() => {
    const fitAgain = () => fit(figure.current);
    const observer = new ResizeObserver(fitAgain);
    if (figure.current?.parentElement) observer.observe(figure.current.parentElement);
    // The typeface may load later, and its figures are wider than those of the fallback.
    document.fonts.addEventListener('loadingdone', fitAgain);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fitAgain);
    };
  }, []);
  return figure;
}

/**
 * The smallest `--share` at which currencies stay on the line of their figures; otherwise, those of
 * a group move below the figures.
 */
const oneLineMin = 0.7;

function fit(figure: HTMLElement | null): void {
  if (!figure) return;
  const group = figure.closest<HTMLElement>('[data-one-size]');
  const figures = group ? [...group.querySelectorAll<HTMLElement>('[data-figure]')] : [figure];
  const sized = group ?? figure;
  delete sized.dataset['stacked'];
  if (shrink(sized, figures) >= oneLineMin || !group) return;
  group.dataset['stacked'] = '';
  shrink(group, figures);
}

/**
 * Sets `--share` and returns it. This takes up to three steps, because the currency does not
 * shrink, so the text shrinks less than its font size.
 */
function shrink(sized: HTMLElement, figures: readonly HTMLElement[]): number {
  // Writing a style between two measurements makes the browser lay out the page again, so most
  // figures, which fit, are only measured.
  sized.style.removeProperty('--share');
  let share = 1;
  for (let tries = 0; tries < 3; tries++) {
    // A hidden box has no width, and counts as wide enough.
    const tightest = figures.map((box) => (box.clientWidth || 1) / (box.scrollWidth || 1));
    const room = Math.min(...tightest);
    if (room >= 1) break;
    share *= room - 0.01;
    sized.style.setProperty('--share', `${share}`);
  }
  return share;
}
