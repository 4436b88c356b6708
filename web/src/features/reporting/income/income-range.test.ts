import { describe, expect, it } from 'vitest';
import { daysShown, incomeViewFromSearch, incomeViewToSearch, periodEnd } from './income-range.ts';

const viewOf = (address: string) => incomeViewFromSearch(new URLSearchParams(address));

describe('a range of income', () => {
  it.each([
    ['', '2025-12-01', '2026-11-21', 'month'],
    ['range=this-month', '2026-11-01', '2026-11-21', 'day'],
    ['range=last-month', '2026-10-01', '2026-10-31', 'day'],
    ['range=last-90-days', '2026-08-24', '2026-11-21', 'week'],
    ['range=this-year&step=week', '2026-01-01', '2026-11-21', 'week'],
    ['range=last-year', '2025-01-01', '2025-12-31', 'month'],
    ['range=custom&from=2026-02-01&to=2026-02-28&step=day', '2026-02-01', '2026-02-28', 'day'],
  ])('%j covers its days relative to the business date', (address, from, to, step) => {
    const calendar = { businessDate: '2026-11-21', fiscalYearMonth: 1 };
    expect(daysShown(viewOf(address), calendar)).toEqual({ from, to, step });
  });

  it.each([
    { day: '2026-11-21', month: 4, from: '2026-04-01', before: ['2025-04-01', '2026-03-31'] },
    { day: '2026-03-31', month: 4, from: '2025-04-01', before: ['2024-04-01', '2025-03-31'] },
    { day: '2026-04-01', month: 4, from: '2026-04-01', before: ['2025-04-01', '2026-03-31'] },
    { day: '2026-11-21', month: 12, from: '2025-12-01', before: ['2024-12-01', '2025-11-30'] },
  ])('on $day follows a fiscal year that starts in month $month', (year) => {
    const calendar = { businessDate: year.day, fiscalYearMonth: year.month };
    const days = (address: string) => daysShown(viewOf(address), calendar);
    expect(days('range=this-year')).toMatchObject({ from: year.from, to: year.day });
    const [from, to] = year.before;
    expect(days('range=last-year')).toMatchObject({ from, to });
  });

  it('is the default one if the address has none', () => {
    expect(viewOf('range=forever&step=hour&from=2026-02-01')).toEqual(viewOf(''));
    expect(viewOf('range=custom&from=2026-02-01')).toEqual(viewOf(''));
    expect(viewOf('range=custom&from=2026-02-01&to=2026-02-30')).toEqual(viewOf(''));
  });
});

describe('the address of an income view', () => {
  it('is read back as it was written', () => {
    const view = viewOf('range=custom&from=2026-02-01&to=2026-02-28&step=day&team=t&agent=a');
    expect(incomeViewFromSearch(incomeViewToSearch(view, new URLSearchParams()))).toEqual(view);
  });

  it('closes the open figure, retains other parameters, and omits the default range', () => {
    const search = incomeViewToSearch(
      { ...viewOf(''), teamId: 't' },
      new URLSearchParams('open=2026-10-01&range=this-year&lng=ae'),
    );
    expect(search.toString()).toBe('lng=ae&team=t');
  });
});

describe('the end of a period', () => {
  it.each([
    ['2026-02-01', 'month', '2026-02-28'],
    ['2026-11-16', 'week', '2026-11-22'],
    ['2026-11-16', 'day', '2026-11-16'],
    ['2026-12-01', 'month', '2026-12-10'],
  ] as const)('that begins on %s by %s is %s', (start, step, end) => {
    expect(periodEnd(start, { step, to: '2026-12-10' })).toBe(end);
  });
});
