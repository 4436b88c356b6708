import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { ChartProps } from './Chart.tsx';

const Upright = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));
type LazyChartProps = Omit<ChartProps, 'room'> & {
  height: number;
  /** One of `chartShapes`; by default, upright bars, areas and lines. */
  shape?: ComponentType<ChartProps>;
};

/** A chart that loads after the page's figures; its space is reserved. */
export function LazyChart({ shape: Chart = Upright, ...props }: LazyChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const room = props.height + keyHeight(props);
  // `style`: the caller gives the height of the picture; the height of the legend is added.
  const empty = (
    <div
      ref={place}
      aria-busy={isNear}
      style={{ blockSize: room, background: bars(props.height * 0.6) }}
    />
  );
  if (!isNear) return empty;
  return (
    <Suspense fallback={empty}>
      <Chart {...props} room={room} />
    </Suspense>
  );
}

/** A skeleton of bars as a CSS background, which needs little code: all pages load this module. */
const bars = (height: number): string =>
  `repeating-linear-gradient(90deg, var(--sunken) 0 28px, transparent 0 72px) 22px 100% / 100% ${height}px no-repeat`;

/** In pixels: the height of the legend, which has two columns on a phone, and the space below it. */
const keyHeight = ({ data: { series } }: LazyChartProps) =>
  4 + 44 * (innerWidth < 512 ? Math.ceil(series.length / 2) : 1);

/**
 * Milliseconds after which a chart loads even if it is far from the viewport; the visible content
 * has usually loaded earlier.
 */
const untilAllAreDrawn = 2000;

/**
 * Returns whether a chart must load: its element is at most one screen away from the viewport, the
 * delay is over, or the page is about to be printed.
 */
function useIsNear(place: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setNear(true));
      },
      { rootMargin: '100%' },
    );
    watch.observe(place.current);
    const timer = setTimeout(() => startTransition(() => setNear(true)), untilAllAreDrawn);
    const print = () => flushSync(() => setNear(true));
    addEventListener('beforeprint', print);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      removeEventListener('beforeprint', print);
    };
  }, [place]);
  return isNear;
}
