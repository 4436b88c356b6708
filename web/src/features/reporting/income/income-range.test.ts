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
    ['range=custom&from=2026-02-01&to=2026-02-28&step=day', '2026-02-01', '2026-02-28', 'day'],
  ])('%j covers its days relative to the business date', (address, from, to, step) => {
    expect(daysShown(viewOf(address), '2026-11-21')).toEqual({ from, to, step });
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
