import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createFormatters } from '../format/formatters.ts';
import { draw } from '../testing/draw.tsx';
import { Chart } from './Chart.tsx';
import type { ChartData } from './chart-data.ts';
import { chartToPng } from './chart-png.ts';
import { chartToSvg } from './chart-svg.ts';
import { heatToPng } from './heat-png.ts';
import { HeatMap } from './HeatMap.tsx';
import { upright } from './upright.tsx';

const languages = ['en', 'ae'] as const;

type Look = { readonly red: number; readonly green: number; readonly blue: number };

/** Returns the colour at a position of a picture. */
async function readerOf(png: Blob | null): Promise<(x: number, y: number) => Look> {
  if (!png) throw new Error('the picture was not drawn');
  const bitmap = await createImageBitmap(png);
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!pen) throw new Error('there is nothing to draw with');
  pen.drawImage(bitmap, 0, 0);
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
  return (x, y) => {
    const at = 4 * (Math.round(y) * bitmap.width + Math.round(x));
    return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 };
  };
}

describe('the picture of a heat map', () => {
  for (const language of languages) {
    it(`has its figures at the side where the page has them, ${language}`, async () => {
      await draw(
        <HeatMap
          title="Vintages"
          rowTitle="Month"
          wholeTitle="Disbursed"
          columns={[{ id: '0', label: '0' }]}
          rows={[
            { id: 'jan', label: 'Jan', whole: '1', cells: [{ name: 'Jan 0', percent: 12.5 }] },
          ]}
          fullPercent={100}
          onSelect={() => undefined}
          fileName="vintages"
        />,
        language,
      );
      const table = page.getByRole('table').element();
      if (!(table instanceof HTMLTableElement)) throw new Error('a heat map is a table');
      const colorAt = await readerOf(await heatToPng(table, 'Vintages'));
      const sheet = table.getBoundingClientRect();
      const button = page.getByRole('button', { name: 'Jan 0' }).element();
      for (const cell of [button, ...table.querySelectorAll('td[data-figure]')]) {
        const { left, top, width, height } = cell.getBoundingClientRect();
        // Texts are the only dark pixels.
        const dark = Array.from({ length: Math.floor(2 * width) - 2 }, (_, x) => x + 1).filter(
          (x) =>
            Array.from({ length: Math.floor(2 * height) }, (_unused, y) =>
              colorAt(2 * (left - sheet.left + 32) + x, 2 * (top - sheet.top + 80) + y),
            ).some(({ red, green, blue }) => red + green + blue < 300),
        );
        expect(dark.length).toBeGreaterThan(0);
        const pad = 2 * Number.parseFloat(getComputedStyle(cell).paddingRight);
        expect(Math.abs(2 * width - pad - Math.max(...dark))).toBeLessThan(6);
      }
    });
  }
});

describe('the legend of a saved chart', () => {
  const data: ChartData = {
    categories: [
      { id: '1-30', label: '1 to 30', tone: 'bucket-1-30' },
      { id: '31-60', label: '31 to 60', tone: 'bucket-31-60' },
    ],
    // Without values, so that only the legend could contain the colour.
    series: [{ id: 'late', name: 'Arrears', kind: 'bar', tone: 'bucket-1-30', values: [] }],
    unit: { kind: 'money', currency: 'USD' },
  };
  const named = { title: 'Arrears by age', categoryTitle: 'Age' };
  const format = createFormatters({ locale: 'en-GB', timeZone: 'UTC' });

  for (const language of languages) {
    it(`has no square for a series whose categories have their own colours, ${language}`, async () => {
      await draw(<Chart {...named} data={data} empty="None" fileName="arrears" />, language);
      const styledAs = page.getByRole('figure').element();
      if (!(styledAs instanceof HTMLElement)) throw new Error('a figure is an element of the page');
      const sheet = { ...named, format, styledAs, drawing: upright };
      const color = getComputedStyle(styledAs).getPropertyValue('--bucket-1-30').trim();
      const svg = await (await chartToSvg(data, sheet))?.text();
      const saved = new DOMParser().parseFromString(svg ?? '', 'image/svg+xml');
      expect(saved.querySelectorAll(`rect[fill="${color}"]`)).toHaveLength(0);
      const [title, entry] = [...saved.querySelectorAll('text')];
      expect(entry?.textContent).toBe('Arrears');
      // The name starts at the edge, where the square of another series starts.
      expect(entry?.getAttribute('x')).toBe(title?.getAttribute('x'));
      const colorAt = await readerOf(await chartToPng(data, sheet));
      const x = 2 * (language === 'en' ? 37 : 1120 - 37);
      const { red, green, blue } = colorAt(x, 2 * 67);
      const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
      expect(`#${hex}`).not.toBe(color);
    });
  }
});
