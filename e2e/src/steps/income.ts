import { expect, type Page } from '@playwright/test';
import { cellUnder, figure, minorOf } from './figures.ts';

/**
 * Returns the interest received in a month, from the chart's table; zero if there is no income at
 * all.
 */
export async function readInterestOf(page: Page, month: string): Promise<number> {
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(figure(totals, 'Income')).toHaveText(/\d\.\d\d/);
  if ((await figure(totals, 'Income').innerText()).startsWith('0.00')) return 0;
  const chart = page.getByRole('figure', { name: /^Income by period/ });
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const table = chart.getByRole('table');
  const row = table.getByRole('row', { name: new RegExp(`^${month}`) });
  return minorOf(await (await cellUnder(table, row, 'Interest')).innerText());
}
