import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import type { ChartData } from './chart-data.ts';
import { chartShapes } from './chart-shapes.ts';
import { LazyChart } from './LazyChart.tsx';

const labels = ['Salary', 'Trade', 'Car', 'Home', 'Study'];
const data: ChartData = {
  categories: labels.map((label) => ({ id: label, label })),
  series: [{ id: 'book', name: 'Book', kind: 'bar', tone: 1, values: [5, 4, 3, 2, 1] }],
  unit: { kind: 'count' },
};

it.each([
  ['donut', 200 + 4 + 3 * 44],
  ['horizontal', 200 + 4 + 44],
] as const)('the space of a %s fits its legend of two columns on a phone', async (shape, room) => {
  await page.viewport(390, 800);
  try {
    await draw(
      <div data-testid="place">
        <LazyChart
          title="Book"
          categoryTitle="Product"
          shape={chartShapes[shape]}
          data={data}
          height={200}
          empty=""
          fileName="book"
        />
      </div>,
    );
    const slider = page.getByRole('slider', { name: 'Book' });
    await expect.element(slider).toBeVisible();
    expect(getComputedStyle(page.getByRole('figure').element()).minBlockSize).toBe(`${room}px`);
    // The legend takes no space of the picture, so nothing moves once the chart is loaded.
    expect(page.getByTestId('place').element().clientHeight).toBe(room);
  } finally {
    await page.viewport(1280, 720);
  }
});
