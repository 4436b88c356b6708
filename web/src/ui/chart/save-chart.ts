import type { ComponentProps } from 'react';
import type { Chart } from './Chart.tsx';
import { chartToCsv, csvFile, saveFile } from './chart-files.ts';
import { chartToPng } from './chart-png.ts';
import type { Sheet } from './chart-sheet.tsx';
import { chartToSvg } from './chart-svg.ts';

type Saved = Pick<ComponentProps<typeof Chart>, 'data' | 'categoryTitle' | 'fileName'>;

/** Saves a chart's figures, or a picture of it. */
export async function saveChart(kind: 'png' | 'svg' | 'csv', chart: Saved & Sheet): Promise<void> {
  const { data, categoryTitle, fileName, drawing } = chart;
  const file =
    kind === 'csv'
      ? csvFile(chartToCsv(data, categoryTitle))
      : await (kind === 'png' ? chartToPng : chartToSvg)(drawing.shown?.(data) ?? data, chart);
  if (file) saveFile(`${fileName}.${kind}`, file);
}
