import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';

const Chart = lazy(async () => {
  // The figures beside it are painted first: its code must not race theirs to the screen.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const { Chart: chart } = await import('./Chart.tsx');
  return { default: chart };
});

type LazyChartProps = ComponentProps<typeof Chart> & { height: number };

/** A chart for a page that shows figures first: its code comes after them, into room kept for it. */
export function LazyChart(props: LazyChartProps) {
  // `style`: the height is the caller's, and that of the key above the picture is added.
  const room = <div aria-busy="true" style={{ blockSize: props.height + keyHeight }} />;
  return (
    <Suspense fallback={room}>
      <Chart {...props} />
    </Suspense>
  );
}

/** In pixels: name and figure of a series, and the space under them. */
const keyHeight = 48;
