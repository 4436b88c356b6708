import { toneToken } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { inlineStyles, markerRoom, sheet, tokenOf, withDrawing } from './chart-sheet.tsx';
import type { Sheet } from './chart-sheet.tsx';
import { measureIn } from './plot-layout.ts';

/**
 * Makes a vector picture of a chart, in the layout of the PNG: its title, its legend and the
 * drawing. Texts stay texts, in the page's typeface if it is installed.
 */
export async function chartToSvg(data: ChartData, page: Sheet): Promise<Blob | null> {
  return withDrawing(data, page, (drawing) => {
    inlineStyles(drawing);
    const picture = makePicture(page);
    picture.append(...headOf(data, page));
    const place = element('g', {
      transform: `translate(${sheet.margin} ${sheet.margin + sheet.head})`,
    });
    place.append(...drawing.childNodes);
    picture.append(place);
    return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
  });
}

function makePicture({ title, styledAs }: Sheet): SVGElement {
  const { width, height } = sheet;
  const { direction, fontFamily } = getComputedStyle(styledAs);
  const picture = element('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    direction,
    'font-family': fontFamily,
  });
  picture.append(
    element('title', {}, title),
    element('rect', { width, height, fill: tokenOf(styledAs, '--paper') }),
  );
  return picture;
}

/** Returns the elements of the title and of the legend below it. */
function headOf(data: ChartData, page: Sheet): readonly SVGElement[] {
  const { title, categoryTitle, styledAs, drawing } = page;
  const { direction, fontFamily } = getComputedStyle(styledAs);
  const isRtl = direction === 'rtl';
  const measure = measureIn(fontFamily);
  const sign = isRtl ? -1 : 1;
  let x = isRtl ? sheet.width - sheet.margin : sheet.margin;
  const heading = { x, y: sheet.margin + 14, 'font-size': 18, 'font-weight': 600 };
  const parts = [element('text', { ...heading, fill: tokenOf(styledAs, '--ink') }, title)];
  for (const entry of drawing.legend(data, categoryTitle)) {
    const { name, tone } = entry;
    const room = markerRoom(entry);
    if (room > 0) {
      const box = { x: isRtl ? x - 10 : x, y: sheet.margin + 30, width: 10, height: 10 };
      parts.push(element('rect', { ...box, fill: tokenOf(styledAs, toneToken(tone)) }));
    }
    const at = { x: x + sign * room, y: sheet.margin + 40, 'font-size': 13 };
    parts.push(element('text', { ...at, fill: tokenOf(styledAs, '--ink-muted') }, name));
    x += sign * (room + measure(name) * legendScale + 24);
  }
  return parts;
}

/** Texts are measured at 12 px; the legend of a saved picture has 13 px. */
const legendScale = 13 / 12;

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}
