import type { ChartTone } from './chart-data.ts';

/** The colours and the type of the page at this moment: a canvas knows no CSS variables. */
export type ChartInk = {
  title: string;
  text: string;
  line: string;
  ground: string;
  font: string;
  tones: Readonly<Record<ChartTone, string>>;
};

/** Reads the tokens where they are in force. */
export function readChartInk(element: Element): ChartInk {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    title: token('--ink'),
    text: token('--ink-muted'),
    line: token('--line-strong'),
    ground: token('--paper'),
    font: style.fontFamily,
    tones: {
      1: token('--series-1'),
      2: token('--series-2'),
      3: token('--series-3'),
      4: token('--series-4'),
      5: token('--series-5'),
      6: token('--series-6'),
      former: token('--series-former'),
    },
  };
}
