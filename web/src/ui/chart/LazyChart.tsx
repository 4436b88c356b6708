import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChartProps } from './Chart.tsx';

/** The kinds of charts; each loads only if a page shows it. */
const charts = {
  upright: lazy(async () => ({ default: (await import('./Chart.tsx')).Chart })),
  horizontal: lazy(async () => ({
    default: (await import('./HorizontalChart.tsx')).HorizontalChart,
  })),
  donut: lazy(async () => ({ default: (await import('./DonutChart.tsx')).DonutChart })),
  radar: lazy(async () => ({ default: (await import('./RadarChart.tsx')).RadarChart })),
  scatter: lazy(async () => ({ default: (await import('./ScatterChart.tsx')).ScatterChart })),
};

type LazyChartProps = ChartProps & {
  height: number;
  /** Upright bars, areas and lines, unless another kind is named. */
  shape?: keyof typeof charts;
};

/** A chart that loads after the page's figures; its space is reserved. */
export function LazyChart({ shape = 'upright', ...props }: LazyChartProps) {
  const Chart = charts[shape];
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  // `style`: the caller gives the height; the height of the legend is added.
  const room = (
    <div ref={place} aria-busy={isNear} style={{ blockSize: props.height + keyHeight }} />
  );
  if (!isNear) return room;
  return (
    <Suspense fallback={room}>
      <Chart {...props} />
    </Suspense>
  );
}

/** In pixels: the height of the legend and the space below it. */
const keyHeight = 48;

/**
 * Returns whether an element is painted and at most one screen away from the viewport, or about to
 * be printed.
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
    const print = () => flushSync(() => setNear(true));
    addEventListener('beforeprint', print);
    return () => {
      watch.disconnect();
      removeEventListener('beforeprint', print);
    };
  }, [place]);
  return isNear;
}
