import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));

type LazyChartProps = ComponentProps<typeof Chart> & { height: number };

/** A chart for a page that shows figures first: its code comes after them, into room kept for it. */
export function LazyChart(props: LazyChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  // `style`: the height is the caller's, and that of the key above the picture is added.
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

/** In pixels: name and figure of a series, and the space under them. */
const keyHeight = 48;

/** Whether a place is painted and no further than a screen from sight, or about to be printed. */
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
