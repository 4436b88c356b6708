import type { ComponentProps } from 'react';
import type { Chart } from './Chart.tsx';
import { chartToCsv, csvFile, saveFile } from './chart-files.ts';
import { chartToPng } from './chart-png.tsx';

type Saved = Pick<ComponentProps<typeof Chart>, 'data' | 'categoryTitle' | 'fileName'>;

export function saveChartCsv({ data, categoryTitle, fileName }: Saved): void {
  saveFile(`${fileName}.csv`, csvFile(chartToCsv(data, categoryTitle)));
}

export async function saveChartPng(
  chart: Pick<Saved, 'data' | 'fileName'> & Parameters<typeof chartToPng>[1],
): Promise<void> {
  const png = await chartToPng(chart.data, chart);
  if (png) saveFile(`${chart.fileName}.png`, png);
}
