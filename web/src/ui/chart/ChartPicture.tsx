import { useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import type { Formatters } from '../format/formatters.ts';
import type { ChartData } from './chart-data.ts';
import { spellTick } from './chart-figures.ts';
import { readChartInk } from './chart-ink.ts';
import { categoryAt, layOutChart } from './chart-layout.ts';
import type { ChartLayout } from './chart-layout.ts';
import { ChartTip } from './ChartTip.tsx';
import { chartFont, drawChart } from './draw-chart.ts';
import classes from './Chart.module.css';

type ChartPictureProps = {
  data: ChartData;
  onSelect: ((categoryId: string) => void) | undefined;
};

/** The picture of a chart, in the page's colours and direction as they are at any moment. */
export function ChartPicture({ data, onSelect }: ChartPictureProps) {
  const format = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const layout = useRef<ChartLayout | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const draw = () => {
      layout.current = paint(element, { data, format, pointed });
    };
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const repainted = new MutationObserver(draw);
    repainted.observe(document.documentElement, {
      attributeFilter: ['data-mantine-color-scheme', 'dir'],
    });
    // Written before its typeface has come, a figure stands in another.
    document.fonts.addEventListener('loadingdone', draw);
    return () => {
      resized.disconnect();
      repainted.disconnect();
      document.fonts.removeEventListener('loadingdone', draw);
    };
  }, [data, format, pointed]);

  const find = (event: PointerEvent<HTMLCanvasElement>) =>
    layout.current && categoryAt(layout.current, event.nativeEvent.offsetX);
  const select = (event: PointerEvent<HTMLCanvasElement>) => {
    const category = data.categories[find(event) ?? -1];
    if (category) onSelect?.(category.id);
  };

  return (
    <div aria-hidden="true" className={classes.picture}>
      <canvas
        ref={canvas}
        className={classes.canvas}
        data-selectable={(onSelect !== undefined && pointed !== null) || undefined}
        onPointerMove={(event) => setPointed(find(event))}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={select}
      />
      {pointed !== null && <ChartTip data={data} at={pointed} />}
    </div>
  );
}

type Painting = { data: ChartData; format: Formatters; pointed: number | null };

/** Draws at the fineness of the screen and tells where everything came to stand. */
function paint(
  element: HTMLCanvasElement,
  { data, format, pointed }: Painting,
): ChartLayout | null {
  const pen = element.getContext('2d');
  const { clientWidth: width, clientHeight: height } = element;
  if (!pen || width === 0) return null;
  const fineness = devicePixelRatio;
  element.width = Math.round(width * fineness);
  element.height = Math.round(height * fineness);
  pen.scale(fineness, fineness);
  const ink = readChartInk(element);
  pen.font = chartFont(ink);
  const layout = layOutChart(data, {
    width,
    height,
    isRtl: getComputedStyle(element).direction === 'rtl',
    measure: (text) => pen.measureText(text).width,
    spellTick: (value) => spellTick(value, data.unit, format),
  });
  drawChart(pen, { layout, ink, pointed });
  return layout;
}
