import type { Instalment } from '@bursar/contracts/servicing/loans';
import { describe, expect, it } from 'vitest';
import { countFoldedLater, countFoldedPaid } from './folded-instalments.ts';

const rows = (count: number, state: Instalment['state']) =>
  Array.from({ length: count }, () => ({ state }));

const schedule = (paid: number, open: number) => [...rows(paid, 'paid'), ...rows(open, 'overdue')];

describe('folded paid instalments', () => {
  it('are the paid ones before the last two', () => {
    expect(countFoldedPaid(schedule(24, 36))).toBe(22);
    expect(countFoldedPaid([...schedule(6, 1), ...schedule(6, 1)])).toBe(4);
  });

  it('are none if they are few, or if all are paid', () => {
    expect(countFoldedPaid(schedule(5, 7))).toBe(0);
    expect(countFoldedPaid(schedule(12, 0))).toBe(0);
    expect(countFoldedPaid([])).toBe(0);
  });
});

describe('folded later instalments', () => {
  it('are the upcoming ones after the next six', () => {
    expect(countFoldedLater(rows(36, 'upcoming'))).toBe(30);
    expect(countFoldedLater([...schedule(3, 2), ...rows(12, 'upcoming')])).toBe(6);
  });

  it('are none if they are few, and never hide one that is paid or due', () => {
    expect(countFoldedLater(rows(9, 'upcoming'))).toBe(0);
    expect(countFoldedLater([...rows(30, 'upcoming'), ...rows(1, 'partly-paid')])).toBe(0);
    expect(countFoldedLater(schedule(3, 30))).toBe(0);
    expect(countFoldedLater([])).toBe(0);
  });
});
