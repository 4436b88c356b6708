import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { createFormatters } from '../format/formatters.ts';
import { draw } from '../testing/draw.tsx';
import { Chart } from './Chart.tsx';
import type { ChartData } from './chart-data.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { chartToPng } from './chart-png.ts';
import { chartToSvg } from './chart-svg.ts';
import { heatToPng } from './heat-png.ts';
import { HeatMap } from './HeatMap.tsx';
import { chartShapes } from './chart-shapes.ts';
import { LazyChart } from './LazyChart.tsx';
import { penFont } from './pen-font.ts';
import { upright } from './upright.tsx';

const data: ChartData = {
  categories: [
    { id: '2026-01', label: 'Jan 2026' },
    { id: '2026-02', label: 'Feb 2026' },
    { id: '2026-03', label: 'Mar 2026', isRunning: true },
  ],
  series: [
    { id: 'interest', name: 'Interest', kind: 'bar', tone: 1, values: [120_000, 90_000, 30_000] },
    { id: 'fees', name: 'Fees', kind: 'bar', tone: 3, values: [5000, -2000, 0] },
    { id: 'former', name: 'Before', kind: 'line', tone: 'former', values: [80_000, null, 60_000] },
  ],
  unit: { kind: 'money', currency: 'USD' },
};
const sheet = {
  title: 'Income',
  categoryTitle: 'Month',
  format: createFormatters({ locale: 'en-GB', timeZone: 'UTC' }),
  drawing: upright,
};
const props = { title: 'Income', categoryTitle: 'Month', fileName: 'income' };

function Income({ shown = data }: { shown?: ChartData }) {
  const [opened, setOpened] = useState('');
  return (
    <>
      <Chart {...props} data={shown} empty={<p>Nothing came in</p>} onSelect={setOpened} />
      <output aria-label="Opened">{opened}</output>
    </>
  );
}

const picture = () => page.getByRole('slider', { name: 'Income' });
function savedFrom(): HTMLElement {
  const element = page.getByRole('figure').element();
  if (!(element instanceof HTMLElement)) throw new Error('a figure is an element of the page');
  return element;
}
/** The text that a screen reader reads for the selected category. */
const valueText = (slider = picture()) => slider.query()?.getAttribute('aria-valuetext');
const opened = () => page.getByRole('status', { name: 'Opened' });
/** The axis labels, from left to right. */
const labels = () =>
  [...picture().element().querySelectorAll('text')]
    .filter(({ textContent }) => /2026/.test(textContent))
    .toSorted((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
    .map(({ textContent }) => textContent);

describe('a chart', () => {
  for (const [language, back] of [
    ['en', '{ArrowLeft}'],
    ['ae', '{ArrowRight}'],
  ] as const) {
    it(`moves from category to category in reading direction, ${language}`, async () => {
      await draw(<Income />, language);
      await expect.element(picture()).toBeVisible();
      picture().element().focus();
      await expect.element(picture()).toHaveTextContent(/Mar 2026.*300\.00/);
      await expect.poll(() => valueText()).toMatch(/Mar 2026.*300\.00/);
      await userEvent.keyboard(back);
      await expect.poll(() => valueText()).toMatch(/Feb 2026.*20\.00/);
      // A month without a previous period shows no comparison.
      await expect.poll(() => valueText()).not.toMatch(/Before/);
      await userEvent.keyboard('{Home}{Enter}');
      await expect.element(opened()).toHaveTextContent('2026-01');
      expect(picture().element().querySelector('dl')).not.toBeNull();
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => picture().element().querySelector('dl')).toBeNull();
    });

    it(`runs time in reading direction, ${language}`, async () => {
      await draw(<Income />, language);
      await expect.element(picture()).toBeVisible();
      const inOrder = language === 'en' ? /Jan.*Feb.*Mar/ : /Mar.*Feb.*Jan/;
      await expect.poll(() => labels().join(' ')).toMatch(inOrder);
    });
  }

  it('shows the figures under the pointer and opens the category behind them', async () => {
    await draw(<Income />);
    await expect.element(picture()).toBeVisible();
    await picture().click({ position: { x: 640, y: 100 } });
    await expect.element(picture()).toHaveTextContent(/Feb 2026.*900\.00.*20\.00/);
    await expect.element(opened()).toHaveTextContent('2026-02');
  });

  it('shows the same figures as a table whose rows open the same categories', async () => {
    await draw(<Income />);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const rows = page.getByRole('row');
    await expect.element(rows.nth(1)).toHaveTextContent(/Jan 2026.*1,200\.00.*50\.00.*800\.00/);
    await expect.element(rows.nth(4)).toHaveTextContent(/Total.*2,400\.00.*30\.00/);
    await page.getByRole('button', { name: /^Mar 2026/ }).click();
    await expect.element(opened()).toHaveTextContent('2026-03');
  });

  it('has the same height while empty, loading and drawn', async () => {
    const blank = data.series.map((one) => ({ ...one, values: [0, 0, 0] }));
    const heightOf = async (shown: ChartData, look: { loading: boolean; mark: Locator }) => {
      const empty = <p>Nothing came in</p>;
      await draw(<Chart {...props} data={shown} loading={look.loading} empty={empty} />);
      await expect.element(look.mark).toBeVisible();
      return page.getByRole('figure').element().getBoundingClientRect().height;
    };
    const drawn = await heightOf(data, { loading: false, mark: picture() });
    const figure = page.getByRole('figure');
    expect(await heightOf(data, { loading: true, mark: figure })).toBe(drawn);
    const nothing = page.getByText('Nothing came in');
    const none = { ...data, series: blank };
    expect(await heightOf(none, { loading: false, mark: nothing })).toBe(drawn);
  });

  it('saves a picture of a fixed size', async () => {
    await draw(<Income />);
    const styledAs = savedFrom();
    const png = await chartToPng(data, { ...sheet, styledAs });
    if (!png) throw new Error('the chart was not drawn');
    const bitmap = await createImageBitmap(png);
    expect([bitmap.width, bitmap.height]).toEqual([2240, 1040]);
    expect(inkOf(bitmap)).toContain(getComputedStyle(styledAs).getPropertyValue('--series-1'));
  });

  it('is drawn even if its typeface cannot be loaded', async () => {
    await draw(<Income />);
    const gone = new FontFace('Bursar Sans', 'local("no such face")', { weight: '600 700' });
    document.fonts.add(gone);
    try {
      const png = await chartToPng(data, { ...sheet, styledAs: savedFrom() });
      expect(png?.size).toBeGreaterThan(1000);
    } finally {
      document.fonts.delete(gone);
    }
  });

  for (const language of ['en', 'ae'] as const) {
    it(`saves a vector picture with its own texts and colours, ${language}`, async () => {
      await draw(<Income />, language);
      const styledAs = savedFrom();
      const svg = await chartToSvg(data, { ...sheet, styledAs });
      const saved = new DOMParser().parseFromString((await svg?.text()) ?? '', 'image/svg+xml');
      expect(saved.querySelector('parsererror')).toBeNull();
      expect(saved.documentElement.getAttribute('width')).toBe('1120');
      const texts = [...saved.querySelectorAll('text')].map(({ textContent }) => textContent);
      expect(texts).toEqual(expect.arrayContaining(['Income', 'Interest', 'Fees', 'Mar 2026']));
      // A picture has no access to the page's style sheets.
      expect(saved.documentElement.outerHTML).not.toMatch(/var\(|class="\w*"\s+fill="var/);
      const image = new Image();
      image.src = URL.createObjectURL(svg ?? new Blob());
      await image.decode();
      expect(image.naturalHeight).toBe(520);
    });
  }

  it("uses the bucket's colour in the legend of its picture", async () => {
    await draw(<Income />);
    const styledAs = savedFrom();
    // Without values, so that only the legend contains the colour.
    const late = {
      id: 'late',
      name: 'Late',
      kind: 'bar',
      tone: 'bucket-1-30',
      values: [],
    } as const;
    const shown = { ...data, series: [late] };
    const png = await chartToPng(shown, { ...sheet, styledAs });
    if (!png) throw new Error('the chart was not drawn');
    const color = getComputedStyle(styledAs).getPropertyValue('--bucket-1-30');
    expect(inkOf(await createImageBitmap(png))).toContain(color);
  });

  it('repeats no sums that the tiles of its page show', async () => {
    await draw(<Chart {...props} data={data} withTotals={false} empty={null} />);
    await expect.element(picture()).toBeVisible();
    await expect.element(page.getByRole('term').first()).toHaveTextContent('Interest');
    await expect.element(page.getByRole('definition')).not.toBeInTheDocument();
  });

  it('stacks areas and shows their sum', async () => {
    const area = (id: string, values: number[]) =>
      ({ id, name: id, kind: 'area', tone: 1, values }) as const;
    const series = [area('1 to 30', [10_000, 20_000, 30_000]), area('31 to 60', [5000, 0, 7000])];
    await draw(<Income shown={{ ...data, series }} />);
    await expect.element(picture()).toBeVisible();
    picture().element().focus();
    await expect.element(picture()).toHaveTextContent(/370\.00/);
    const dots = () => picture().element().querySelectorAll('circle').length;
    expect(dots()).toBe(2);
    // The legend shows the latest values, because amounts of different moments have no sum.
    await expect.element(page.getByRole('figure')).toHaveTextContent(/1 to 30300\.00(?! USD)/);
    // A value of zero gets no dot.
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(dots).toBe(1);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect.element(page.getByRole('row').nth(3)).toHaveTextContent(/300\.00.*70\.00/);
    await expect.element(page.getByRole('row', { name: /Total/ })).not.toBeInTheDocument();
  });

  it('ends the line of the previous period before the period that still runs', async () => {
    const former = { id: 'former', name: 'Before', kind: 'line', tone: 'former' } as const;
    const series = [{ ...former, values: [80_000, 90_000, 2000] }];
    await draw(<Income shown={{ ...data, series }} />);
    await expect.element(picture()).toBeVisible();
    const drawn = picture().element();
    expect(drawn.querySelectorAll('circle')).toHaveLength(1);
    const line = drawn.querySelector('path[stroke-linecap]')?.getAttribute('d') ?? '';
    expect(line.match(/[ML]/g)).toEqual(['M', 'L']);
  });

  it('is not fetched before it is near the viewport or the browser is idle', async () => {
    vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValueOnce(0);
    const far = <div style={{ blockSize: '400vh' }} />;
    await draw(
      <>
        {far}
        <LazyChart {...props} data={data} height={200} empty="" />
      </>,
    );
    expect(page.getByRole('figure').elements()).toHaveLength(0);
    scrollTo(0, document.body.scrollHeight);
    await expect.element(picture()).toBeVisible();
  });

  it('is drawn far below the viewport too, so that it can be printed', async () => {
    await draw(
      <>
        <div style={{ blockSize: '400vh' }} />
        <LazyChart {...props} shape={chartShapes.horizontal} data={data} height={200} empty="" />
      </>,
    );
    await expect.element(picture()).toBeInTheDocument();
    expect(scrollY).toBe(0);
  });

  it('has its buttons in the row of the heading of its panel', async () => {
    await draw(
      <ChartPanel title="Collections" note="2026">
        <Chart {...props} data={data} empty="" />
      </ChartPanel>,
    );
    await expect.element(picture()).toBeVisible();
    const heading = page.getByRole('heading', { name: 'Collections' }).element();
    const button = page.getByRole('button', { name: 'Show as a table' });
    expect(heading.closest('header')?.contains(button.element())).toBe(true);
    await button.click();
    await expect.element(page.getByRole('table')).toBeVisible();
  });

  it('is only its sentence, at once, if it has no figures', async () => {
    const series = data.series.map((one) => ({ ...one, values: one.values.map(() => 0) }));
    await draw(
      <>
        <div style={{ blockSize: '400vh' }} />
        <LazyChart {...props} data={{ ...data, series }} height={200} empty="No payments yet" />
      </>,
    );
    const figure = page.getByRole('figure', { name: props.title });
    expect(figure.element().textContent).toBe('No payments yet');
    expect(figure.element().getAttribute('aria-busy')).toBeNull();
  });

  it.each(['money', 'percent'] as const)(
    'takes its reserved space with a unit of %s',
    async (kind) => {
      const unit = kind === 'money' ? data.unit : { kind };
      await draw(
        <div data-testid="place">
          <LazyChart {...props} data={{ ...data, unit }} height={200} empty="" />
        </div>,
      );
      await expect.element(picture()).toBeVisible();
      // The legend with the space below it is 48 px high.
      expect(page.getByTestId('place').element().clientHeight).toBe(248);
    },
  );
});

/** Returns the colours of every seventh pixel of a picture, as CSS writes them. */
function inkOf(bitmap: ImageBitmap): ReadonlySet<string> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d');
  pen?.drawImage(bitmap, 0, 0);
  const { data: bytes } = pen?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
  const found = new Set<string>();
  for (let at = 0; at + 2 < bytes.length; at += 4 * 7) {
    const [red = 0, green = 0, blue = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    found.add(`#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`);
  }
  return found;
}

describe('a heat map', () => {
  const cell = (name: string, percent: number | null = 12.5) => ({ name, percent });
  function Vintages() {
    const [chosen, setChosen] = useState('');
    return (
      <>
        <HeatMap
          title="Vintages"
          rowTitle="Month"
          wholeTitle="Disbursed"
          columns={['0', '1'].map((id) => ({ id, label: id }))}
          rows={[
            { id: 'jan', label: 'Jan', whole: '100', cells: [cell('Jan 0'), cell('Jan 1', 3)] },
            { id: 'feb', label: 'Feb', whole: '200', cells: [cell('Feb 0'), cell('', null)] },
          ]}
          fullPercent={12.5}
          onSelect={(row, column) => setChosen(`${row} ${column}`)}
          fileName="vintages"
        />
        <output aria-label="Opened">{chosen}</output>
      </>
    );
  }

  for (const [language, on] of [
    ['en', '{ArrowRight}'],
    ['ae', '{ArrowLeft}'],
  ] as const) {
    it(`shows each figure and moves by arrow keys in reading direction, ${language}`, async () => {
      await draw(<Vintages />, language);
      const first = page.getByRole('button', { name: 'Jan 0' });
      await expect.element(first).toHaveTextContent(/12[.٫]5/);
      first.element().focus();
      await userEvent.keyboard(on);
      await expect.element(page.getByRole('button', { name: 'Jan 1' })).toHaveFocus();
      // The cell below is empty, so the focus stays.
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(page.getByRole('button', { name: 'Jan 1' })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(opened()).toHaveTextContent('jan 1');
    });
  }

  for (const language of ['en', 'ae'] as const) {
    it(`draws the darkest cell in its colour in the picture, ${language}`, async () => {
      await draw(<Vintages />, language);
      const table = page.getByRole('table').element();
      if (!(table instanceof HTMLTableElement)) throw new Error('a heat map is a table');
      const { width, height } = table.getBoundingClientRect();
      const png = await heatToPng(table, 'Vintages');
      if (!png) throw new Error('the map was not drawn');
      const bitmap = await createImageBitmap(png);
      expect([bitmap.width, bitmap.height]).toEqual([
        Math.ceil(2 * (width + 64)),
        Math.ceil(2 * (height + 112)),
      ]);
      const button = page.getByRole('button', { name: 'Jan 0' }).element();
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (!pen) throw new Error('there is nothing to draw with');
      // The cell is translucent, so its colour is drawn over the page's background.
      const { backgroundColor } = getComputedStyle(button);
      for (const ground of [getComputedStyle(table).getPropertyValue('--paper'), backgroundColor]) {
        pen.fillStyle = ground;
        pen.fillRect(0, 0, 1, 1);
      }
      const dot = await createImageBitmap(pen.canvas);
      expect([...inkOf(bitmap)]).toEqual(expect.arrayContaining([...inkOf(dot)]));
    });
  }

  it("uses the page's typeface for the figures in its picture", async () => {
    await draw(<Vintages />);
    const first = page.getByRole('button', { name: 'Jan 0' }).element();
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pen) throw new Error('there is nothing to draw with');
    const look = getComputedStyle(first);
    pen.font = penFont(look);
    expect(pen.font).toContain(look.fontSize);
    expect(look.fontSize).not.toBe('10px');
  });

  it('saves a picture or its figures', async () => {
    await draw(<Vintages />);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Picture (PNG)' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Figures (CSV)' })).toBeVisible();
  });
});
