import { describe, expect, it } from 'vitest';
import { reportDueBy } from './report-period.ts';

describe('the last collection report that was due', () => {
  it.each([
    ['2026-06-12', '2026-06-12', '2026-06-05', '2026-06-11'],
    ['2026-06-15', '2026-06-12', '2026-06-05', '2026-06-11'],
    ['2026-06-18', '2026-06-12', '2026-06-05', '2026-06-11'],
    ['2026-01-01', '2025-12-26', '2025-12-19', '2025-12-25'],
  ])('of the week on %s was due on %s', (day, dueOn, from, to) => {
    expect(reportDueBy('week', day)).toEqual({ dueOn, from, to });
  });

  it.each([
    ['2026-03-01', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['2026-01-31', '2026-01-01', '2025-12-01', '2025-12-31'],
  ])('of the month on %s was due on %s', (day, dueOn, from, to) => {
    expect(reportDueBy('month', day)).toEqual({ dueOn, from, to });
  });
});
