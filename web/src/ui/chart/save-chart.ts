import type { ComponentProps } from 'react';
import type { Chart } from './Chart.tsx';
import { chartToCsv, csvFile, saveFile } from './chart-files.ts';
import { chartToPng } from './chart-png.ts';
import type { Sheet } from './chart-sheet.tsx';
import { chartToSvg } from './chart-svg.ts';

type Saved = Pick<ComponentProps<typeof Chart>, 'data' | 'categoryTitle' | 'fileName'>;

export function saveChartCsv({ data, categoryTitle, fileName }: Saved): void {
  saveFile(`${fileName}.csv`, csvFile(chartToCsv(data, categoryTitle)));
}

export async function saveChartPicture(
  kind: 'png' | 'svg',
  chart: Pick<Saved, 'data' | 'fileName'> & Sheet,
): Promise<void> {
  const make = kind === 'png' ? chartToPng : chartToSvg;
  const picture = await make(chart.data, chart);
  if (picture) saveFile(`${chart.fileName}.${kind}`, picture);
}
