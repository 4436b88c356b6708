import { describe, expect, it } from 'vitest';
import { amountWidths, fileColumns } from './loan-columns.tsx';

const write = (amountMinor: number) => (amountMinor / 100).toFixed(2);

describe('columns of amounts', () => {
  it('are as wide as their longest figure, including the total', () => {
    const amounts = [{ currency: 'USD', principalMinor: 100, outstandingMinor: 123_456_789_012 }];
    const widths = amountWidths({ rows: [], sums: { count: 1, amounts } }, write);
    expect(widths.outstanding).toBeGreaterThan(13 * 7);
    expect(widths.outstanding).toBeGreaterThan(widths.principal);
  });
});

it('an export has the status next to the lateness, once', () => {
  expect(fileColumns(['reference', 'arrears'])).toEqual(['reference', 'status', 'arrears']);
  expect(fileColumns(['arrears', 'status', 'unknown'])).toEqual(['arrears', 'status']);
});
