import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Money } from '../format/Money.tsx';
import { draw } from '../testing/draw.tsx';
import { StatStrip, StatTile } from './StatTile.tsx';

it('fits a figure into its tile again when its font arrives, which may be wider', async () => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  await draw(
    <div style={{ inlineSize: 260 }}>
      <StatStrip label="Today">
        <StatTile label="Outstanding" value={<bdi>12,346,433,441.28</bdi>} />
      </StatStrip>
    </div>,
  );
  const text = page.getByText('12,346,433,441.28').element();
  const figure = text.closest('dd');
  if (!(text instanceof HTMLElement) || !figure) throw new Error('the tile shows no figure');
  const isCut = () => figure.scrollWidth > figure.clientWidth;
  expect(isCut()).toBe(false);
  text.style.letterSpacing = '0.3em';
  expect(isCut()).toBe(true);
  document.fonts.dispatchEvent(new Event('loadingdone'));
  await expect.poll(isCut).toBe(false);
});

it.each([
  { width: 660, amountMinor: 2_559_995_599, isOneLine: true },
  { width: 356, amountMinor: 42_559_995_599_00, isOneLine: false },
])('gives the figures of a strip of $width px one size, with the currency close', async (given) => {
  await draw(
    <div style={{ inlineSize: given.width }}>
      <StatStrip label="Today">
        <StatTile
          label="Outstanding"
          value={<Money amountMinor={given.amountMinor} currency="USD" />}
        />
        <StatTile label="Collected" value={<Money amountMinor={3_420_00} currency="USD" />} />
        <StatTile label="Promises" value="14" />
      </StatStrip>
    </div>,
  );
  await document.fonts.ready;
  const figures = [...document.querySelectorAll<HTMLElement>('dd')];
  const sizes = new Set(figures.map((figure) => getComputedStyle(figure).fontSize));
  expect(sizes.size).toBe(1);
  for (const currency of document.querySelectorAll('dd > span > span')) {
    const amount = currency.previousElementSibling?.getBoundingClientRect();
    const { top, left } = currency.getBoundingClientRect();
    if (!amount) throw new Error('the currency has no amount');
    const isBelow = Math.abs(top - amount.bottom) < 8;
    expect({ isNextTo: left >= amount.right, isBelow }).toMatchObject(
      given.isOneLine ? { isNextTo: true } : { isBelow: true },
    );
  }
});

it.each([
  { tiles: 3, width: 700, rows: [3] },
  { tiles: 3, width: 500, rows: [2, 1] },
  { tiles: 3, width: 300, rows: [1, 1, 1] },
  { tiles: 4, width: 1000, rows: [4] },
  { tiles: 4, width: 700, rows: [2, 2] },
  { tiles: 5, width: 700, rows: [2, 2, 1] },
  { tiles: 5, width: 300, rows: [1, 1, 1, 1, 1] },
  { tiles: 6, width: 1000, rows: [3, 3] },
  { tiles: 6, width: 700, rows: [2, 2, 2] },
  { tiles: 6, width: 300, rows: [1, 1, 1, 1, 1, 1] },
])('puts $tiles tiles of a strip of $width px into rows of $rows', async (given) => {
  await draw(
    <div style={{ inlineSize: given.width }}>
      <StatStrip label="Today">
        {Array.from({ length: given.tiles }, (_, index) => (
          <StatTile key={index} label={`Figure ${index}`} value="12" />
        ))}
      </StatStrip>
    </div>,
  );
  const boxes = [...document.querySelectorAll('dl > *')].map((tile) =>
    tile.getBoundingClientRect(),
  );
  const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
  const rows = tops.map((top) => boxes.filter((box) => Math.round(box.top) === top));
  expect(rows.map((row) => row.length)).toEqual(given.rows);
  // Every row is full, within the two lines of the frame.
  for (const row of rows) {
    const width = row.reduce((sum, box) => sum + box.width, 0);
    expect(width).toBeGreaterThan(given.width - 3);
  }
});
