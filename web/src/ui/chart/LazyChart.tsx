import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';
import { AfterPaint } from '../page/AfterPaint.tsx';

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));

type LazyChartProps = ComponentProps<typeof Chart> & { height: number };

/** A chart for a page that shows figures first: its code comes after them, into room kept for it. */
export function LazyChart(props: LazyChartProps) {
  // `style`: the height is the caller's, and that of the key above the picture is added.
  const room = <div aria-busy="true" style={{ blockSize: props.height + keyHeight }} />;
  return (
    <AfterPaint fallback={room}>
      <Suspense fallback={room}>
        <Chart {...props} />
      </Suspense>
    </AfterPaint>
  );
}

/** In pixels: name and figure of a series, and the space under them. */
const keyHeight = 48;
