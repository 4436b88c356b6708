import { describe, expect, it } from 'vitest';
import type { ChartData } from './chart-data.ts';
import { categoryAt, layOutChart } from './chart-layout.ts';

const data: ChartData = {
  categories: [
    { id: 'a', label: 'Oct' },
    { id: 'b', label: 'Nov' },
  ],
  series: [
    { id: 'interest', name: 'Interest', kind: 'bar', tone: 1, values: [60, 50] },
    { id: 'fees', name: 'Fees', kind: 'bar', tone: 2, values: [40, 0] },
    { id: 'former', name: 'Before', kind: 'line', tone: 'former', values: [50, null] },
  ],
  unit: { kind: 'count' },
};
const page = {
  width: 232,
  height: 136,
  isRtl: false,
  measure: (text: string) => text.length * 6,
  spellTick: (value: number) => String(value).padStart(5, ' '),
};

describe('the layout of a chart', () => {
  const layout = layOutChart(data, page);

  it('leaves room for the axis where reading begins', () => {
    expect(layout.plot).toEqual({ x: 40, y: 10, width: 190, height: 100 });
    expect(layOutChart(data, { ...page, isRtl: true }).plot.x).toBe(2);
  });

  it('stacks the parts of a bar without a gap and rounds only its end', () => {
    const [lower, upper, alone] = layout.bars;
    expect(lower).toMatchObject({ y: 50, height: 60, softEnd: null });
    expect(upper).toMatchObject({ y: 10, height: 40, softEnd: 'up' });
    expect(alone).toMatchObject({ y: 60, height: 50, softEnd: 'up' });
    expect(layout.bars).toHaveLength(3);
  });

  it('hangs what was taken back below nought', () => {
    const series = [
      { id: 'i', name: 'Interest', kind: 'bar', tone: 1, values: [60, -40] },
    ] as const;
    const { bars, ticks } = layOutChart({ ...data, series }, page);
    const zero = ticks.find(({ isZero }) => isZero)?.y;
    expect(bars[1]).toMatchObject({ y: zero, softEnd: 'down' });
  });

  it('breaks a line where there is no value', () => {
    expect(layout.lines[0]?.points).toEqual([{ x: 87.5, y: 60 }, null]);
  });

  it('tells the bars of a period that still runs', () => {
    const [past, running] = data.categories;
    if (!past || !running) throw new Error('two categories are laid out');
    const categories = [past, { ...running, isRunning: true }];
    const { bars } = layOutChart({ ...data, categories }, page);
    expect(bars.map(({ isRunning }) => isRunning)).toEqual([false, false, true]);
  });

  it('lets time run with the line of reading', () => {
    const mirrored = layOutChart(data, { ...page, isRtl: true });
    expect(mirrored.bars[0]?.x).toBeGreaterThan(mirrored.bars[2]?.x ?? Infinity);
    expect(categoryAt(layout, 50)).toBe(0);
    expect(categoryAt(mirrored, 50)).toBe(1);
    expect(categoryAt(layout, 5)).toBeNull();
  });

  it('leaves out labels that would touch', () => {
    const days = Array.from({ length: 60 }, (_, at) => ({ id: String(at), label: `Day ${at}` }));
    const { labels } = layOutChart({ ...data, categories: days, series: [] }, page);
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.length).toBeLessThanOrEqual(4);
    expect(labels.at(-1)?.text).toBe('Day 59');
  });

  it('moves a label in from the edge that would cut it', () => {
    const months = [{ id: 'a', label: 'November of last year' }, ...data.categories];
    const { labels } = layOutChart({ ...data, categories: months, series: [] }, page);
    for (const { x, text } of labels) {
      expect(x - page.measure(text) / 2).toBeGreaterThanOrEqual(0);
      expect(x + page.measure(text) / 2).toBeLessThanOrEqual(page.width);
    }
  });
});
