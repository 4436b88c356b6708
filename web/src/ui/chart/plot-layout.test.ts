import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartData } from './chart-data.ts';
import { categoryAt, layOutPlot, placeParts } from './plot-layout.ts';

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
  spellMonth: (day: string, style: string) => (style === 'month' ? day : day.slice(5)),
};
const ticksOf = (values: readonly number[], unit: ChartData['unit'] = { kind: 'count' }) => {
  const series = [{ id: 'i', name: 'Interest', kind: 'bar', tone: 1, values }] as const;
  const categories = values.map((_, at) => ({ id: String(at), label: '' }));
  return layOutPlot({ categories, series, unit }, page).ticks.map(({ value }) => value);
};

describe('the axis of a chart', () => {
  it.each([
    [[17_200], [0, 5000, 10_000, 15_000, 20_000]],
    [[8700], [0, 2500, 5000, 7500, 10_000]],
    [[9], [0, 5, 10]],
    [[11_300], [0, 4000, 8000, 12_000]],
    [[47_000], [0, 12_500, 25_000, 37_500, 50_000]],
    [[5], [0, 2, 4, 6]],
    [[3], [0, 1, 2, 3]],
    [[1], [0, 1]],
    [
      [-120, 300],
      [-200, 0, 200, 400],
    ],
    [[0], [0, 1]],
  ])('over %j has the ticks %j', (values, ticks) => {
    expect(ticksOf(values)).toEqual(ticks);
  });

  it('has fractions only if the figures are per cent', () => {
    expect(ticksOf([0.9], { kind: 'percent' })).toEqual([0, 0.5, 1]);
  });

  it('includes every value and zero, with few ticks', () => {
    const value = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const ticks = ticksOf([one, other]);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(one, other, 0));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(one, other, 0));
      }),
    );
  });

  it.each([
    ['line', 'percent', [58.4, 60.2], [56, 58, 60, 62, 64]],
    ['line', 'percent', [20, 60], [0, 20, 40, 60]],
    ['line', 'percent', [null], [0, 0.5, 1]],
    ['line', 'count', [58, 60], [0, 20, 40, 60]],
    ['bar', 'percent', [58.4, 60.2], [0, 25, 50, 75]],
  ] as const)('of a %s in %s over %j has the ticks %j', (kind, unit, values, ticks) => {
    const categories = values.map((_, at) => ({ id: String(at), label: '' }));
    const series = [{ id: 'i', name: 'Ratio', kind, tone: 1, values }] as const;
    const layout = layOutPlot({ categories, series, unit: { kind: unit } }, page);
    expect(layout.ticks.map(({ value }) => value)).toEqual(ticks);
    expect(layout.yOf(layout.foot)).toBe(layout.plot.y + layout.plot.height);
  });

  it('is on the side where reading starts', () => {
    expect(layOutPlot(data, page).plot).toEqual({ x: 40, y: 10, width: 190, height: 100 });
    expect(layOutPlot(data, { ...page, isRtl: true }).plot.x).toBe(2);
  });
});

describe('the categories of a chart', () => {
  const layout = layOutPlot(data, page);

  it('leave room for a complete bar and for the line it is compared with', () => {
    expect(layout.yOf(100)).toBe(layout.plot.y);
    expect(layout.yOf(0)).toBe(layout.plot.y + layout.plot.height);
    const [, , line] = data.series;
    const series = line ? [line] : [];
    expect(layOutPlot({ ...data, series }, page).yOf(50)).toBe(layout.plot.y);
  });

  it('run in reading direction', () => {
    const mirrored = layOutPlot(data, { ...page, isRtl: true });
    expect(mirrored.startOf(0)).toBeGreaterThan(mirrored.startOf(1));
    expect(categoryAt(layout, 50)).toBe(0);
    expect(categoryAt(mirrored, 50)).toBe(1);
    expect(categoryAt(layout, 5)).toBeNull();
  });

  it('are wider than their bar, which is wider if there are few', () => {
    const barOf = (count: number, width: number) => {
      const categories = Array.from({ length: count }, (_, at) => ({ id: String(at), label: '' }));
      return layOutPlot({ ...data, categories, series: [] }, { ...page, width });
    };
    for (const count of [1, 2, 60]) {
      const { barWidth, step } = barOf(count, page.width);
      expect(barWidth).toBeLessThan(step);
    }
    expect([1, 8, 9, 12].map((count) => barOf(count, 1000).barWidth)).toEqual([40, 40, 28, 28]);
  });

  it('divide a bar into a completed and an open part', () => {
    const series = [
      { id: 'i', name: 'Due', kind: 'bar', tone: 1, values: [60, 50], doneValues: [60, 20] },
    ] as const;
    const [done, open] = layOutPlot({ ...data, series }, page).stack;
    expect(done).toMatchObject({ isOpen: false, values: [60, 20] });
    expect(open).toMatchObject({ isOpen: true, values: [0, 30] });
  });

  it('leave room for the total of the areas, next to bars', () => {
    const area = (id: string, values: number[]) =>
      ({ id, name: id, kind: 'area', tone: 1, values }) as const;
    const bar = { id: 'b', name: 'b', kind: 'bar', tone: 2, values: [70, 70] } as const;
    const series = [area('one', [60, 10]), area('other', [40, 20]), bar];
    const { areas, stack, yOf, plot } = layOutPlot({ ...data, series }, page);
    expect(areas.map(({ id }) => id)).toEqual(['one', 'other']);
    expect(stack).toMatchObject([{ values: [70, 70] }]);
    expect(yOf(100)).toBe(plot.y);
  });

  it('draw areas as bars if there is only one moment', () => {
    const series = [{ id: 'a', name: 'a', kind: 'area', tone: 1, values: [60] }] as const;
    const categories = data.categories.slice(0, 1);
    const { areas, stack } = layOutPlot({ ...data, categories, series }, page);
    expect(areas).toEqual([]);
    expect(stack).toMatchObject([{ values: [60] }]);
  });

  it('leave out labels that would touch', () => {
    const days = Array.from({ length: 60 }, (_, at) => ({ id: String(at), label: `Day ${at}` }));
    const { labels } = layOutPlot({ ...data, categories: days, series: [] }, page);
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.length).toBeLessThanOrEqual(4);
    expect(labels.at(-1)?.text).toBe('Day 59');
  });

  it('show each year once, with the first of its months that has a label', () => {
    const months = ['2025-11', '2025-12', '2026-01', '2026-02'];
    const categories = months.map((month) => ({ id: month, label: month, month }));
    const textsAt = (width: number) =>
      layOutPlot({ ...data, categories, series: [] }, { ...page, width }).labels.map(
        ({ text }) => text,
      );
    expect(textsAt(300)).toEqual(['2025-11', '12', '2026-01', '02']);
    expect(textsAt(180)).toEqual(['2025-12', '2026-02']);
  });

  it('move a label in from an edge that would cut it', () => {
    const months = [{ id: 'a', label: 'November of last year' }, ...data.categories];
    const { labels } = layOutPlot({ ...data, categories: months, series: [] }, page);
    for (const { x, text } of labels) {
      expect(x - page.measure(text) / 2).toBeGreaterThanOrEqual(0);
      expect(x + page.measure(text) / 2).toBeLessThanOrEqual(page.width);
    }
  });
});

describe('the parts of a bar', () => {
  const yOf = (value: number) => 100 - value;

  it('are to scale, with the rounding of the complete bar', () => {
    const places = placeParts([{ values: [40] }, { values: [20] }, { values: [-10] }], {
      width: 20,
      yOf,
    });
    expect(places).toEqual([
      [{ y: 60, height: 40, radius: 3, depth: 20, isFirst: true, isFoot: false }],
      [{ y: 40, height: 20, radius: 3, depth: 0, isFirst: false, isFoot: false }],
      [{ y: 100, height: 10, radius: 3, depth: Infinity, isFirst: false, isFoot: true }],
    ]);
  });

  it('are never too low to be seen, and move the parts above them', () => {
    const places = placeParts([{ values: [40] }, { values: [0.2] }, { values: [10] }], {
      width: 20,
      yOf,
    });
    expect(places.flat().map(({ y, height }) => [y, height])).toEqual([
      [60, 40],
      [58, 2],
      [48, 10],
    ]);
  });

  it('have no height without a value', () => {
    const [[place] = []] = placeParts([{ values: [0, null] }], { width: 20, yOf });
    expect(place?.height).toBe(0);
  });
});
