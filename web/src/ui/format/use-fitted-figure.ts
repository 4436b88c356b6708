import { useLayoutEffect, useRef } from 'react';

/**
 * A figure that is wider than its box is written in a smaller size, by the CSS variable `--share`:
 * a figure is neither broken nor cut. The figures inside one element with `data-one-size` have the
 * same size. Returns the reference to the box.
 */
export function useFittedFigure<Box extends HTMLElement>() {
  const figure = useRef<Box>(null);
  useLayoutEffect(() => fit(figure.current));
  useLayoutEffect(() => {
    const fitAgain = () => fit(figure.current);
    const observer = new ResizeObserver(fitAgain);
    if (figure.current?.parentElement) observer.observe(figure.current.parentElement);
    // The font of figures may come later, and is wider than the one before.
    document.fonts.addEventListener('loadingdone', fitAgain);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fitAgain);
    };
  }, []);
  return figure;
}

/** In a smaller size than this, the currency goes below its figure first. */
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

/** The currency keeps its size, so a text’s width shrinks less than its font size does. */
function shrink(sized: HTMLElement, figures: readonly HTMLElement[]): number {
  // Writing a style between two measurements makes the browser lay out the page again, so most
  // figures, which fit, are only measured.
  sized.style.removeProperty('--share');
  let share = 1;
  for (let tries = 0; tries < 3; tries++) {
    // Nothing is measured while the box is hidden.
    const tightest = figures.map((box) => (box.clientWidth || 1) / (box.scrollWidth || 1));
    const room = Math.min(...tightest);
    if (room >= 1) break;
    share *= room - 0.01;
    sized.style.setProperty('--share', `${share}`);
  }
  return share;
}
