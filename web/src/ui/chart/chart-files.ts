import { plainFigure } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';

/** Returns the figures of a chart as CSV (RFC 4180), one line per category. */
export function chartToCsv({ categories, series, unit }: ChartData, firstHead: string): string {
  const head = [firstHead, ...series.map(({ name }) => name)].map(quoteCsv);
  const lines = categories.map(({ label }, at) => [
    quoteCsv(label),
    ...series.map(({ values, unit: own = unit }) => {
      const value = values[at];
      return value === null || value === undefined ? '' : plainFigure(value, own);
    }),
  ]);
  return [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/**
 * Quotes a text for CSV. A spreadsheet must not read a name as a formula, and must recognise a day
 * although the screen writes it with non-breaking spaces.
 */
function quoteCsv(text: string): string {
  const plain = text.replaceAll('\u00a0', ' ');
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Adds a byte-order mark, by which spreadsheets recognise UTF-8: without it they garble Arabic. */
export function csvFile(csv: string): Blob {
  return new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' });
}

/** Saves a file that was made in the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
