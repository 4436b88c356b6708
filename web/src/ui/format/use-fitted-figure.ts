import { useLayoutEffect, useRef } from 'react';

/**
 * A figure that is wider than its box is written in a smaller size, by the CSS variable `--share`: a
 * figure is neither broken nor cut. Returns the reference to the box.
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

/** Glyphs have whole widths, so a width does not shrink quite as its size does. */
function fit(figure: HTMLElement | null): void {
  if (!figure) return;
  // Writing a style between two measurements makes the browser lay out the page again, so most
  // figures, which fit, are only measured.
  figure.style.removeProperty('--share');
  let share = 1;
  for (let tries = 0; tries < 3; tries++) {
    // Nothing is measured while the box is hidden.
    if (figure.scrollWidth <= figure.clientWidth) return;
    share *= figure.clientWidth / figure.scrollWidth - 0.01;
    figure.style.setProperty('--share', `${share}`);
  }
}
