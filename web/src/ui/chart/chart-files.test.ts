import { describe, expect, it } from 'vitest';
import { chartToCsv } from './chart-files.ts';

describe('the figures of a chart as CSV', () => {
  it('are plain decimals, one line per category', () => {
    const csv = chartToCsv(
      {
        categories: [
          { id: '2026-10', label: 'Oct 2026' },
          { id: '2026-11', label: 'Nov 2026' },
        ],
        series: [
          { id: 'interest', name: 'Interest', kind: 'bar', tone: 1, values: [1248022, null] },
          { id: 'fees', name: 'Fees', kind: 'bar', tone: 2, values: [-50, 0] },
        ],
        unit: { kind: 'money', currency: 'USD' },
      },
      'Month',
    );
    expect(csv).toBe('Month,Interest,Fees\r\nOct 2026,12480.22,-0.50\r\nNov 2026,,0.00\r\n');
  });

  it('are plain decimals, also a share of nearly nothing', () => {
    const csv = chartToCsv(
      {
        categories: [{ id: 'a', label: 'Delta' }],
        series: [{ id: 's', name: 'Share', kind: 'bar', tone: 1, values: [5e-7] }],
        unit: { kind: 'percent' },
      },
      'Team',
    );
    expect(csv.split('\r\n')[1]).toMatch(/^Delta,0\.0000005/);
  });

  it('are quoted if needed and never become a formula', () => {
    const csv = chartToCsv(
      {
        categories: [{ id: 'a', label: '=SUM(A1), "Delta"' }],
        series: [{ id: 'n', name: 'Loans', kind: 'bar', tone: 1, values: [3] }],
        unit: { kind: 'count' },
      },
      'Team',
    );
    expect(csv.split('\r\n')[1]).toBe(`"'=SUM(A1), ""Delta""",3`);
  });
});
