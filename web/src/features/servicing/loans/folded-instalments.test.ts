import { describe, expect, it } from 'vitest';
import { countFolded } from './folded-instalments.ts';

const schedule = (paid: number, open: number) => [
  ...Array.from({ length: paid }, () => ({ state: 'paid' as const })),
  ...Array.from({ length: open }, () => ({ state: 'overdue' as const })),
];

describe('folded instalments', () => {
  it('are the paid ones before the last two', () => {
    expect(countFolded(schedule(24, 36))).toBe(22);
    expect(countFolded([...schedule(6, 1), ...schedule(6, 1)])).toBe(4);
  });

  it('are none if they are few, or if all are paid', () => {
    expect(countFolded(schedule(5, 7))).toBe(0);
    expect(countFolded(schedule(12, 0))).toBe(0);
    expect(countFolded([])).toBe(0);
  });
});
