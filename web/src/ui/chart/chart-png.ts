import { toneToken } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import {
  drawingSize,
  inlineStyles,
  markerRoom,
  sheet,
  tokenOf,
  withDrawing,
} from './chart-sheet.tsx';
import type { Sheet } from './chart-sheet.tsx';
import { fetchFont, penFont } from './pen-font.ts';

/** Makes a picture of a chart: its title, its legend and the drawing at a fixed size. */
export async function chartToPng(data: ChartData, page: Sheet): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = sheet.width * sheet.fineness;
  canvas.height = sheet.height * sheet.fineness;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const { fontFamily, direction } = getComputedStyle(page.styledAs);
  const titleFont = `600 18px ${fontFamily}`;
  await fetchFont(titleFont, page.title);
  pen.scale(sheet.fineness, sheet.fineness);
  pen.direction = direction === 'rtl' ? 'rtl' : 'ltr';
  pen.fillStyle = tokenOf(page.styledAs, '--paper');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  writeHead(pen, data, { ...page, titleFont });
  pen.translate(sheet.margin, sheet.margin + sheet.head);
  await drawShapes(pen, data, page);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

function writeHead(
  pen: Pen,
  data: ChartData,
  { title, categoryTitle, styledAs, titleFont, drawing }: Sheet & { titleFont: string },
): void {
  const isRtl = pen.direction === 'rtl';
  const sign = isRtl ? -1 : 1;
  let x = isRtl ? sheet.width - sheet.margin : sheet.margin;
  pen.textAlign = 'start';
  pen.fillStyle = tokenOf(styledAs, '--ink');
  pen.font = titleFont;
  pen.fillText(title, x, sheet.margin + 14);
  pen.font = titleFont.replace('600 18px', '13px');
  for (const entry of drawing.legend(data, categoryTitle)) {
    const { name, tone } = entry;
    const room = markerRoom(entry);
    if (room > 0) {
      pen.fillStyle = tokenOf(styledAs, toneToken(tone));
      pen.fillRect(isRtl ? x - 10 : x, sheet.margin + 30, 10, 10);
    }
    pen.fillStyle = tokenOf(styledAs, '--ink-muted');
    pen.fillText(name, x + sign * room, sheet.margin + 40);
    x += sign * (room + pen.measureText(name).width + 24);
  }
}

/**
 * Draws the chart: the shapes as an SVG image and the texts on the canvas, because an SVG image has
 * no access to the page's typeface.
 */
async function drawShapes(pen: Pen, data: ChartData, page: Sheet): Promise<void> {
  const { width, height } = drawingSize;
  await withDrawing(data, page, async (drawing) => {
    const texts = collectTexts(drawing);
    inlineStyles(drawing);
    const address = URL.createObjectURL(
      new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' }),
    );
    const image = new Image(width * sheet.fineness, height * sheet.fineness);
    image.src = address;
    await image.decode();
    pen.drawImage(image, 0, 0, width, height);
    URL.revokeObjectURL(address);
    for (const { text, x, y, ...look } of texts) {
      Object.assign(pen, look);
      pen.fillText(text, x, y);
    }
  });
}

type Pen = CanvasRenderingContext2D;

type DrawnText = { text: string; x: number; y: number } & Pick<
  Pen,
  'font' | 'fillStyle' | 'textAlign'
>;

/** Removes the texts from a drawing and returns them. */
function collectTexts(drawing: SVGElement): DrawnText[] {
  return [...drawing.querySelectorAll('text')].map((word) => {
    const style = getComputedStyle(word);
    const { fill, textAnchor } = style;
    const font = penFont(style);
    const [x, y] = [Number(word.getAttribute('x')), Number(word.getAttribute('y'))];
    const textAlign =
      textAnchor === 'middle' ? 'center' : textAnchor === 'end' ? 'end' : ('start' as const);
    word.remove();
    return { text: word.textContent, x, y, font, fillStyle: fill, textAlign };
  });
}
