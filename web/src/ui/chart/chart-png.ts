import type { ChartData } from './chart-data.ts';
import type { ChartInk } from './chart-ink.ts';
import { layOutChart } from './chart-layout.ts';
import { chartFont, drawChart } from './draw-chart.ts';

type Sheet = {
  title: string;
  ink: ChartInk;
  isRtl: boolean;
  spellTick: (value: number) => string;
};

const sheet = { width: 1120, height: 520, margin: 32, head: 64, fineness: 2 };

/** A chart as a picture to be sent on: its title, the key to its colours, and the bars at a fixed size. */
export async function chartToPng(data: ChartData, page: Sheet): Promise<Blob | null> {
  // A weight that the page has not shown yet is not there yet.
  await document.fonts.load(titleFont(page.ink), page.title);
  const canvas = document.createElement('canvas');
  canvas.width = sheet.width * sheet.fineness;
  canvas.height = sheet.height * sheet.fineness;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(sheet.fineness, sheet.fineness);
  pen.fillStyle = page.ink.ground;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  writeHead(pen, data, page);
  pen.translate(sheet.margin, sheet.margin + sheet.head);
  pen.font = chartFont(page.ink);
  const layout = layOutChart(data, {
    width: sheet.width - 2 * sheet.margin,
    height: sheet.height - 2 * sheet.margin - sheet.head,
    isRtl: page.isRtl,
    measure: (text) => pen.measureText(text).width,
    spellTick: page.spellTick,
  });
  drawChart(pen, { layout, ink: page.ink });
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

function writeHead(pen: CanvasRenderingContext2D, { series }: ChartData, page: Sheet): void {
  const { title, ink, isRtl } = page;
  const sign = isRtl ? -1 : 1;
  let x = isRtl ? sheet.width - sheet.margin : sheet.margin;
  pen.direction = isRtl ? 'rtl' : 'ltr';
  pen.textAlign = 'start';
  pen.fillStyle = ink.title;
  pen.font = titleFont(ink);
  pen.fillText(title, x, sheet.margin + 14);
  pen.font = chartFont(ink, 13);
  for (const { name, tone } of series) {
    pen.fillStyle = ink.tones[tone];
    pen.fillRect(isRtl ? x - 10 : x, sheet.margin + 30, 10, 10);
    pen.fillStyle = ink.text;
    pen.fillText(name, x + sign * 16, sheet.margin + 40);
    x += sign * (pen.measureText(name).width + 40);
  }
}

function titleFont(ink: ChartInk): string {
  return chartFont(ink, 18, 600);
}
