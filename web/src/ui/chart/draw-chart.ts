import type { ChartInk } from './chart-ink.ts';
import type { Bar, ChartLayout } from './chart-layout.ts';

type Drawing = {
  layout: ChartLayout;
  ink: ChartInk;
  /** The category under the pointer. */
  pointed?: number | null;
};

/** Draws a chart that is laid out, on the screen as on a picture to be saved. */
export function drawChart(pen: CanvasRenderingContext2D, drawing: Drawing): void {
  const { layout, ink, pointed = null } = drawing;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  if (pointed !== null) shadeBand(pen, drawing, pointed);
  drawAxis(pen, drawing);
  for (const bar of layout.bars) drawBar(pen, bar, ink);
  for (const { tone, points } of layout.lines) {
    const width = tone === 'former' ? 1.5 : 2;
    // Edged with the ground, a line is told from the bars it crosses as from the paper.
    drawLine(pen, points, { color: ink.ground, width: width + 2 });
    drawLine(pen, points, { color: ink.tones[tone], width });
    const point = pointed === null ? undefined : points[pointed];
    if (point) drawDot(pen, point);
  }
}

/** The face that figures and labels are written in. */
export function chartFont({ font }: ChartInk, size = 12, weight = 400): string {
  return `${weight} ${size}px ${font}`;
}

function shadeBand(pen: CanvasRenderingContext2D, { layout, ink }: Drawing, at: number): void {
  const { plot, band, isRtl } = layout;
  const along = at * band;
  pen.globalAlpha = 0.3;
  pen.fillStyle = ink.line;
  pen.fillRect(
    isRtl ? plot.x + plot.width - along - band : plot.x + along,
    plot.y,
    band,
    plot.height,
  );
  pen.globalAlpha = 1;
}

function drawAxis(pen: CanvasRenderingContext2D, { layout, ink }: Drawing): void {
  const { plot, isRtl } = layout;
  pen.font = chartFont(ink);
  pen.fillStyle = ink.text;
  pen.strokeStyle = ink.line;
  pen.lineWidth = 1;
  pen.textBaseline = 'middle';
  pen.textAlign = isRtl ? 'left' : 'right';
  for (const { y, text, isZero } of layout.ticks) {
    pen.fillText(text, isRtl ? plot.x + plot.width + 8 : plot.x - 8, y);
    pen.setLineDash(isZero ? [] : [3, 4]);
    pen.beginPath();
    // On the half pixel a line is one pixel wide, and not two of half its strength.
    pen.moveTo(plot.x, Math.round(y) + 0.5);
    pen.lineTo(plot.x + plot.width, Math.round(y) + 0.5);
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.textAlign = 'center';
  for (const { x, text } of layout.labels) pen.fillText(text, x, plot.y + plot.height + 16);
}

function drawBar(pen: CanvasRenderingContext2D, bar: Bar, ink: ChartInk): void {
  const { x, y, width, height, softEnd } = bar;
  const radius = Math.min(3, width / 2, height);
  const up = softEnd === 'up' ? radius : 0;
  const down = softEnd === 'down' ? radius : 0;
  pen.save();
  pen.beginPath();
  // A hair of ground between the parts of a bar.
  pen.roundRect(x, y, width, Math.max(0.5, height - (height > 3 ? 1 : 0)), [up, up, down, down]);
  pen.fillStyle = ink.tones[bar.tone];
  // What still grows is paler than what is done.
  pen.globalAlpha = bar.isRunning ? 0.5 : 1;
  pen.fill();
  pen.globalAlpha = 1;
  pen.clip();
  pen.strokeStyle = ink.ground;
  pen.lineWidth = 1;
  hatchings[bar.hatch]?.(pen, bar);
  pen.restore();
}

/** Hatching beside hue, by the place in the stack; what stands lowest is plain. */
const hatchings: readonly ((pen: CanvasRenderingContext2D, bar: Bar) => void)[] = [
  () => undefined,
  (pen, bar) => hatch(pen, bar, 1),
  (pen, bar) => hatch(pen, bar, -1),
  (pen, { x, y, width, height }) => {
    for (let line = y + 2; line < y + height; line += 4) stroke(pen, [x, line], [x + width, line]);
  },
];

function hatch(pen: CanvasRenderingContext2D, { x, y, width, height }: Bar, slope: 1 | -1): void {
  for (let along = -height; along < width + height; along += 5) {
    stroke(
      pen,
      [x + along, slope > 0 ? y + height : y],
      [x + along + height, slope > 0 ? y : y + height],
    );
  }
}

function stroke(pen: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  pen.stroke();
}

type Points = ChartLayout['lines'][number]['points'];

type Stroke = { color: string; width: number };

function drawLine(pen: CanvasRenderingContext2D, points: Points, { color, width }: Stroke): void {
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach((point, at) => {
    if (!point) return;
    const before = points[at - 1];
    if (before) pen.lineTo(point.x, point.y);
    else pen.moveTo(point.x, point.y);
  });
  pen.stroke();
  // A value with none beside it is no line: it is shown as a dot.
  points.forEach((point, at) => {
    if (point && !points[at - 1] && !points[at + 1]) drawDot(pen, point);
  });
}

function drawDot(pen: CanvasRenderingContext2D, { x, y }: { x: number; y: number }): void {
  pen.beginPath();
  pen.arc(x, y, 3, 0, 2 * Math.PI);
  pen.fill();
}
