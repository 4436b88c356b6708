import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { ChartProps } from './Chart.tsx';

/** `named` is what the legend has entries for; by default, the series. */
type Shape = ComponentType<ChartProps> & { named?: 'categories' };

const Upright: Shape = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));
type LazyChartProps = Omit<ChartProps, 'room'> & {
  height: number;
  /** One of `chartShapes`; by default, upright bars, areas and lines. */
  shape?: Shape;
};

/**
 * A chart that loads after the page's figures; its space is reserved. A chart without figures is
 * only its sentence, so nothing loads for it.
 */
export function LazyChart({ shape: Chart = Upright, ...props }: LazyChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const { length } = props.data[Chart.named ?? 'series'];
  // The height of the legend, which has two columns on a phone, and the space below it.
  const room = props.height + 4 + 44 * (innerWidth < 512 ? Math.ceil(length / 2) : 1);
  const isEmpty = !(props.loading || props.data.series.some(({ values }) => values.some(Boolean)));
  // `style`: the caller gives the height of the picture; the height of the legend is added.
  const before = (
    <div
      ref={place}
      aria-busy="true"
      style={{ blockSize: room, background: bars(props.height * 0.6) }}
    />
  );
  if (isEmpty) {
    return (
      <div ref={place} role="figure" aria-label={props.title} style={{ minBlockSize: room }}>
        {props.empty}
      </div>
    );
  }
  if (!isNear) return before;
  return (
    <Suspense fallback={before}>
      <Chart {...props} room={room} />
    </Suspense>
  );
}

/** A skeleton of bars as a CSS background, which needs little code: all pages load this module. */
const bars = (height: number): string =>
  `repeating-linear-gradient(90deg, var(--sunken) 0 28px, transparent 0 72px) 22px 100% / 100% ${height}px no-repeat`;

/**
 * Returns whether a chart must load: its element comes within one screen of the viewport, the
 * browser is idle, two seconds have passed, or the page is about to be printed.
 */
function useIsNear(place: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const load = () => startTransition(() => setNear(true));
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: '100%' },
    );
    watch.observe(place.current);
    // Safari has no requestIdleCallback, and a busy browser may never be idle.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
    setTimeout(load, 2000);
    const print = () => flushSync(() => setNear(true));
    addEventListener('beforeprint', print);
    return () => {
      watch.disconnect();
      removeEventListener('beforeprint', print);
    };
  }, [place]);
  return isNear;
}
