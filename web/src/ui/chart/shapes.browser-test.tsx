import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import type { ChartData } from './chart-data.ts';
import { DonutChart } from './DonutChart.tsx';
import { HorizontalChart } from './HorizontalChart.tsx';
import { LinesChart } from './LinesChart.tsx';
import { RadarChart } from './RadarChart.tsx';
import { ScatterChart } from './ScatterChart.tsx';

const props = {
  title: 'Book',
  categoryTitle: 'Product',
  fileName: 'book',
  height: 240,
  empty: <p>Nothing yet</p>,
};
const usd = { kind: 'money', currency: 'USD' } as const;
const percent = { kind: 'percent' } as const;

const categoriesOf = (labels: readonly string[]) => labels.map((label) => ({ id: label, label }));
const bars = (
  values: readonly (number | null)[],
  labels = ['Salary', 'Trade', 'Car'],
): ChartData => ({
  categories: categoriesOf(labels),
  series: [{ id: 'book', name: 'Outstanding', kind: 'bar', tone: 1, values }],
  unit: usd,
});

const slider = () => page.getByRole('slider', { name: 'Book' });
const spoken = () => slider().query()?.getAttribute('aria-valuetext');
const paths = () => [...slider().element().querySelectorAll('path')];
const boxes = (selector: string) =>
  [...slider().element().querySelectorAll(selector)].map((shape) => shape.getBoundingClientRect());
const boxOf = (part: Locator) => part.element().getBoundingClientRect();
const textAt = (text: RegExp) =>
  [...slider().element().querySelectorAll('text')]
    .find(({ textContent }) => text.test(textContent))
    ?.getBoundingClientRect();
const languages = ['en', 'ae'] as const;
/** Returns the distances of a part's two ends from the side of the picture where reading starts. */
function along(part: DOMRect | undefined, language: (typeof languages)[number]) {
  if (!part) throw new Error('the picture has no such part');
  const { left, right } = boxOf(slider());
  return language === 'en'
    ? { from: part.left - left, to: part.right - left }
    : { from: right - part.right, to: right - part.left };
}

describe('a donut', () => {
  it('draws no gap for a part of zero, but reads it', async () => {
    await draw(<DonutChart {...props} data={bars([75_000, 0, 25_000])} />);
    await expect.element(slider()).toBeVisible();
    expect(paths()).toHaveLength(2);
    expect(spoken()).toMatch(/Salary.*750\.00.*75\.0%/);
    slider().element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(spoken).toMatch(/Trade.*0\.00.*0\.0%/);
    await userEvent.keyboard('{End}');
    await expect.poll(spoken).toMatch(/Car.*250\.00.*25\.0%/);
    await expect.element(slider()).toHaveTextContent(/Car.*25\.0%/);
  });

  it('draws a whole ring without a seam if one part is everything', async () => {
    await draw(<DonutChart {...props} data={bars([75_000, 0, null])} />);
    await expect.element(slider()).toBeVisible();
    const [ring, ...others] = paths();
    expect(others).toEqual([]);
    expect(ring?.getAttribute('stroke-width')).toBe('0');
    const { width, height } = ring?.getBoundingClientRect() ?? { width: 0, height: 0 };
    expect(Math.round(width)).toBe(228);
    expect(Math.round(height)).toBe(228);
  });

  it('counts a negative part as zero', async () => {
    await draw(<DonutChart {...props} data={bars([-5000, 60_000, 40_000])} />);
    await expect.element(slider()).toBeVisible();
    expect(paths()).toHaveLength(2);
    expect(spoken()).toMatch(/Salary.*50\.00.*0\.0%/);
  });

  for (const language of languages) {
    it(`starts at the top and follows the reading direction, ${language}`, async () => {
      await draw(<DonutChart {...props} data={bars([50_000, 25_000, 25_000])} />, language);
      await expect.element(slider()).toBeVisible();
      const whole = slider().element().getBoundingClientRect();
      const middle = whole.left + whole.width / 2;
      const [first] = boxes('path');
      const firstMiddle = (first?.left ?? 0) + (first?.width ?? 0) / 2;
      expect(firstMiddle > middle).toBe(language === 'en');
      // The pointer finds the part that is drawn below it.
      await slider().hover({ position: { x: firstMiddle - whole.left, y: 120 } });
      await expect.poll(() => slider().query()?.textContent).not.toMatch(/Salary/);
      const onRing = first && (language === 'en' ? first.right - 20 : first.left + 20);
      await slider().hover({ position: { x: (onRing ?? 0) - whole.left, y: 120 } });
      await expect.element(slider()).toHaveTextContent(/Salary/);
    });
  }
});

describe('a radar', () => {
  const labels = ['Contacts', 'Promises', 'Kept', 'Visits'];
  const radarOf = (values: readonly (number | null)[]): ChartData => ({
    categories: categoriesOf(labels),
    series: [{ id: 'delta', name: 'Delta', kind: 'line', tone: 1, values }],
    unit: percent,
  });
  const areas = () => paths().filter((path) => path.getAttribute('opacity') !== null);
  const sides = () =>
    paths()
      .find((path) => path.getAttribute('stroke-linecap') === 'round')
      ?.getAttribute('d')
      ?.match(/M/g)?.length;

  it('fills a line that closes', async () => {
    await draw(<RadarChart {...props} data={radarOf([50, 60, 70, 80])} />);
    await expect.element(slider()).toBeVisible();
    expect([areas().length, sides()]).toEqual([1, 4]);
  });

  it('leaves a gap at a missing value instead of a corner at zero', async () => {
    await draw(<RadarChart {...props} data={radarOf([50, null, 70, 80])} />);
    await expect.element(slider()).toBeVisible();
    expect([areas().length, sides()]).toEqual([0, 2]);
    expect(boxes('circle')).toHaveLength(3);
    slider().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(spoken).toBe('Promises');
  });

  for (const language of languages) {
    it(`follows the reading direction and keeps its names inside, ${language}`, async () => {
      await page.viewport(390, 800);
      try {
        await draw(<RadarChart {...props} data={radarOf([50, 60, 70, 80])} />, language);
        await expect.element(slider()).toBeVisible();
        const whole = slider().element().getBoundingClientRect();
        const second = textAt(/Promises/);
        expect((second?.left ?? 0) > whole.left + whole.width / 2).toBe(language === 'en');
        for (const text of boxes('text')) {
          expect(text.left).toBeGreaterThanOrEqual(whole.left - 1);
          expect(text.right).toBeLessThanOrEqual(whole.right + 1);
        }
      } finally {
        await page.viewport(1280, 720);
      }
    });
  }
});

describe('a scatter chart', () => {
  const scatterOf = (points: readonly (readonly [number | null, number | null])[]): ChartData => ({
    categories: categoriesOf(points.map((_, at) => `Agent ${at + 1}`)),
    series: [
      { id: 'x', name: 'Loans', kind: 'axis', tone: 1, values: points.map(([x]) => x) },
      {
        id: 'y',
        name: 'Kept',
        kind: 'axis',
        tone: 1,
        unit: percent,
        values: points.map(([, y]) => y),
      },
    ],
    unit: { kind: 'count' },
  });

  it('draws a single point inside its axes', async () => {
    await draw(<ScatterChart {...props} data={scatterOf([[12, 40]])} />);
    await expect.element(slider()).toBeVisible();
    const whole = slider().element().getBoundingClientRect();
    const [point] = boxes('circle');
    expect(point?.left).toBeGreaterThan(whole.left + 40);
    expect(point?.right).toBeLessThan(whole.right - 40);
    expect(spoken()).toBe('Agent 1, Loans 12, Kept 40.0%');
  });

  it('reads the points from start to end and draws none with a missing value', async () => {
    await draw(
      <ScatterChart
        {...props}
        data={scatterOf([
          [30, 40],
          [10, 90],
          [null, 50],
        ])}
      />,
    );
    await expect.element(slider()).toBeVisible();
    expect(boxes('circle')).toHaveLength(2);
    expect(spoken()).toMatch(/^Agent 2, Loans 10, Kept 90\.0%/);
    slider().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(spoken).toMatch(/^Agent 1/);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(spoken).toBe('Agent 3, Kept 50.0%');
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(/Agent 2.*10.*90\.0%/);
    await expect.element(page.getByRole('row', { name: /Total/ })).not.toBeInTheDocument();
  });

  for (const language of languages) {
    it(`has its origin at the start, ${language}`, async () => {
      await draw(
        <ScatterChart
          {...props}
          data={scatterOf([
            [10, 40],
            [90, 40],
          ])}
        />,
        language,
      );
      await expect.element(slider()).toBeVisible();
      const [few, many] = boxes('circle');
      expect((few?.left ?? 0) < (many?.left ?? 0)).toBe(language === 'en');
    });
  }
});

describe('horizontal bars', () => {
  for (const language of languages) {
    it(`start at the reading side and are read downwards, ${language}`, async () => {
      const labels = ['Salary loans for employees of the public sector, first series', 'Car'];
      await draw(<HorizontalChart {...props} data={bars([80_000, 40_000], labels)} />, language);
      await expect.element(slider()).toBeVisible();
      const [long, short] = boxes('rect');
      const side = language === 'en' ? 'left' : 'right';
      expect(Math.abs((long?.[side] ?? 0) - (short?.[side] ?? 9))).toBeLessThan(0.5);
      expect(long?.width).toBeCloseTo(2 * (short?.width ?? 0), 0);
      expect(spoken()).toMatch(/^Salary loans/);
      slider().element().focus();
      await userEvent.keyboard('{ArrowDown}');
      await expect.poll(spoken).toMatch(/^Car/);
    });
  }

  it('has each amount after the end of its bar, shortened if there is no space', async () => {
    const amounts = bars([123_456_789, 40_000], ['Salary', 'Car']);
    for (const language of languages) {
      for (const [width, text] of [
        [900, /1,234,567\.89/],
        [200, /1\.23/],
      ] as const) {
        await draw(
          <div style={{ inlineSize: width }}>
            <HorizontalChart {...props} data={amounts} />
          </div>,
          language,
        );
        await expect.element(slider()).toBeVisible();
        const [bar] = boxes('rect');
        const amount = along(textAt(text), language);
        expect(amount.from).toBeGreaterThan(along(bar, language).to);
        expect(amount.to).toBeLessThanOrEqual(width + 0.5);
      }
    }
  });

  it('show the figures of a single bar inside the picture', async () => {
    await draw(<HorizontalChart {...props} data={bars([80_000], ['Salary'])} />);
    await expect.element(slider()).toBeVisible();
    slider().element().focus();
    await expect.poll(() => slider().element().querySelector('dl')).not.toBeNull();
    const tip = slider().element().querySelector('dl')?.parentElement?.getBoundingClientRect();
    const whole = boxOf(slider());
    expect(tip?.top).toBeGreaterThanOrEqual(whole.top);
    expect(tip?.bottom).toBeLessThanOrEqual(whole.bottom);
  });

  it('draws negative values on the other side of zero', async () => {
    await draw(<HorizontalChart {...props} data={bars([80_000, -40_000], ['In', 'Out'])} />);
    await expect.element(slider()).toBeVisible();
    const [positive, negative] = boxes('rect');
    expect(negative?.right).toBeCloseTo(positive?.left ?? 0, 0);
  });
});

describe('lines', () => {
  const rates: ChartData = {
    categories: categoriesOf(['Apr', 'May', 'Jun']),
    series: [
      { id: 'reached', name: 'Reached', kind: 'line', tone: 1, values: [40, 60, 70] },
      { id: 'kept', name: 'Kept', kind: 'line', tone: 3, values: [80, 71, 70.5] },
      { id: 'broken', name: 'Broken', kind: 'line', tone: 4, values: [10, 30, null] },
    ],
    unit: percent,
  };
  const inWidth = async (
    width: number,
    language: (typeof languages)[number] = 'en',
    data = rates,
  ) => {
    await draw(
      <div style={{ inlineSize: width }}>
        <LinesChart {...props} data={data} />
      </div>,
      language,
    );
    await expect.element(slider()).toBeVisible();
  };
  const legend = () => page.getByRole('term').elements();

  for (const language of languages) {
    it(`have their names at their ends, without overlap, ${language}`, async () => {
      await inWidth(800, language);
      const [reached, kept, broken] = [/Reached/, /Kept/, /Broken/].map(textAt);
      for (const name of [reached, kept, broken]) {
        const { from, to } = along(name, language);
        expect(from).toBeGreaterThan(400);
        expect(to).toBeLessThanOrEqual(800);
      }
      // The higher line has the higher name; a line that ends earlier is named at its last height.
      expect(kept?.bottom).toBeLessThanOrEqual((reached?.top ?? 0) + 3);
      expect(reached?.bottom).toBeLessThan(broken?.top ?? 0);
      expect(legend()).toHaveLength(0);
    });

    it(`have a long name in full over many days, ${language}`, async () => {
      const days = Array.from({ length: 31 }, (_, at) => `Day ${at + 1}`);
      const values = days.map(() => 60);
      await inWidth(800, language, {
        categories: categoriesOf(days),
        series: [{ id: 'ratio', name: 'Loan-to-value of all', kind: 'line', tone: 1, values }],
        unit: percent,
      });
      const picture = boxOf(slider());
      const name = textAt(/Loan-to-value of all/);
      expect(name?.left).toBeGreaterThanOrEqual(picture.left);
      expect(name?.right).toBeLessThanOrEqual(picture.right);
    });
  }

  it('are dashed up to a period that still runs', async () => {
    const categories = rates.categories.map((month, at) => ({ ...month, isRunning: at === 2 }));
    await draw(
      <div style={{ inlineSize: 800 }}>
        <LinesChart {...props} data={{ ...rates, categories, unit: usd }} />
      </div>,
    );
    await expect.element(slider()).toBeVisible();
    const dashed = boxes('line[stroke-dasharray]');
    // The third line has no value in June.
    expect(dashed).toHaveLength(2);
    const [may, june] = [/May/, /Jun/].map((month) => textAt(month));
    for (const part of dashed) {
      expect(part.left).toBeGreaterThan((may?.left ?? Infinity) - 5);
      expect(part.right).toBeLessThan((june?.right ?? -Infinity) + 5);
    }
  });

  it('are drawn solid to the end if they are limits, also in a period that still runs', async () => {
    const categories = rates.categories.map((month, at) => ({ ...month, isRunning: at === 2 }));
    const series = rates.series.map((one) => ({ ...one, isLimit: one.id === 'kept' }));
    await inWidth(800, 'en', { ...rates, categories, series, unit: usd });
    expect(boxes('line[stroke-dasharray]')).toHaveLength(1);
  });

  it('leave a period that still runs out of rates, but not out of their table', async () => {
    const categories = rates.categories.map((month, at) => ({ ...month, isRunning: at === 2 }));
    await inWidth(800, 'en', { ...rates, categories });
    expect(boxes('line[stroke-dasharray]')).toHaveLength(0);
    expect(textAt(/Jun/)).toBeUndefined();
    // The names are in the order of the values in May.
    const names = [/Kept/, /Reached/, /Broken/].map((name) => textAt(name)?.top ?? NaN);
    expect(names.toSorted((a, b) => a - b)).toEqual(names);
    expect((names[1] ?? 0) - (names[0] ?? 0)).toBeGreaterThanOrEqual(16);
    expect(spoken()).toMatch(/^May, /);
    await userEvent.click(page.getByRole('button', { name: 'Show as a table' }));
    await expect.element(page.getByRole('rowheader', { name: 'Jun, to date' })).toBeVisible();
  });

  it('have a legend instead in a narrow space', async () => {
    await inWidth(480);
    expect(textAt(/Reached/)).toBeUndefined();
    expect(legend()).toHaveLength(3);
  });

  it('select the category below the pointer, also right to left', async () => {
    for (const language of languages) {
      await inWidth(800, language);
      const { left } = boxOf(slider());
      const may = textAt(/May/);
      const x = ((may?.left ?? 0) + (may?.right ?? 0)) / 2 - left;
      await userEvent.hover(slider(), { position: { x, y: 100 } });
      await expect.poll(spoken).toMatch(/^May/);
    }
  });
});
