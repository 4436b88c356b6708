import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Formatters } from '../format/formatters.ts';
import type { ChartData } from './chart-data.ts';
import type { Drawing, LegendEntry } from './chart-drawing.ts';
import { measureIn } from './plot-layout.ts';

/** The picture that a chart is saved as. */
export type Sheet = {
  title: string;
  categoryTitle: string;
  /** The element whose colours, typeface and direction the picture uses. */
  styledAs: HTMLElement;
  format: Formatters;
  drawing: Drawing;
};

/** The measures of a saved picture in pixels; a PNG has `fineness` times as many. */
export const sheet = { width: 1120, height: 520, margin: 32, head: 64, fineness: 2 };

/** The size of the drawing below the title and the legend. */
export const drawingSize = {
  width: sheet.width - 2 * sheet.margin,
  height: sheet.height - 2 * sheet.margin - sheet.head,
};

/**
 * Returns the space that a legend entry's marker takes before its name; 0 if it has no marker
 * because its series has no colour of its own.
 */
export const markerRoom = ({ kind }: LegendEntry): number => (kind === 'axis' ? 0 : 16);

/**
 * Draws a chart at the size of a saved picture and passes the drawing to a function. The drawing is
 * in the page until that function ends, so that its styles can be read.
 */
export async function withDrawing<Result>(
  data: ChartData,
  page: Sheet,
  work: (drawing: SVGSVGElement) => Result | Promise<Result>,
): Promise<Result | null> {
  const { direction, fontFamily } = getComputedStyle(page.styledAs);
  const drawn = page.drawing.draw(data, {
    ...drawingSize,
    isRtl: direction === 'rtl',
    measure: measureIn(fontFamily),
    format: page.format,
  });
  const holder = document.createElement('div');
  holder.hidden = true;
  page.styledAs.append(holder);
  const root = createRoot(holder);
  try {
    flushSync(() =>
      root.render(
        <svg xmlns="http://www.w3.org/2000/svg" {...drawingSize}>
          {drawn.picture(null)}
        </svg>,
      ),
    );
    const drawing = holder.querySelector('svg');
    return drawing && (await work(drawing));
  } finally {
    root.unmount();
    holder.remove();
  }
}

const shapeStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
];
const textStyles = [
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'paint-order',
];

/** Copies the page's styles into every shape: a picture has no access to the style sheets. */
export function inlineStyles(drawing: SVGElement): void {
  for (const shape of drawing.querySelectorAll('*')) {
    const style = getComputedStyle(shape);
    const names = shape instanceof SVGTextElement ? [...shapeStyles, ...textStyles] : shapeStyles;
    for (const name of names) shape.setAttribute(name, style.getPropertyValue(name));
  }
}

/** Returns the value of a CSS variable, such as a colour. */
export function tokenOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}
