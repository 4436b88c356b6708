import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { amountWidths, fileColumns, loanColumns } from './loan-columns.tsx';

const write = (amountMinor: number) => (amountMinor / 100).toFixed(2);

describe('columns of amounts', () => {
  it('are as wide as their longest figure, including the total', () => {
    const amounts = [{ currency: 'USD', principalMinor: 100, outstandingMinor: 123_456_789_012 }];
    const widths = amountWidths({ rows: [], sums: { count: 1, amounts } }, write);
    expect(widths.outstanding).toBeGreaterThan(13 * 7);
    expect(widths.outstanding).toBeGreaterThan(widths.principal);
  });
});

it('a list shows what is due once: the arrears are a part of it, in a column to choose', () => {
  vi.stubGlobal('document', { documentElement: { dir: 'ltr' } });
  const amounts = amountWidths({ rows: [], sums: undefined }, write);
  const holders = ['team', 'agent'] as const;
  const columns = loanColumns(i18next.t, { holders, currency: 'USD', amounts });
  vi.unstubAllGlobals();
  const hidden = columns.filter((column) => column.hidden).map(({ id }) => id);
  expect(hidden).toContain('arrearsAmount');
  expect(hidden).not.toContain('dueAmount');
});

it('an export has the status next to the lateness, once', () => {
  expect(fileColumns(['reference', 'arrears'])).toEqual(['reference', 'status', 'arrears']);
  expect(fileColumns(['arrears', 'status', 'unknown'])).toEqual(['arrears', 'status']);
});
