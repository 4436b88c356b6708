import type { CalendarDate } from '@bursar/loan-maths';
import type { DemoLoan } from './demo-loans.ts';
import type { DemoPeople } from './demo-people.ts';
import type { Random } from './random.ts';

export type Booking = {
  readonly random: Random;
  readonly loans: readonly DemoLoan[];
  readonly people: DemoPeople;
  readonly today: CalendarDate;
  /** Makes ids that differ from those of other demo data: 0 for the demo of an installation. */
  readonly seed: number;
  /** Number of people who applied for a loan but did not take one. */
  readonly enquirers: number;
};

/** A loan with its ids, its holder and its balances. */
export type Placed = DemoLoan & {
  readonly id: string;
  readonly number: number;
  readonly borrowerId: string;
  readonly teamId: string | null;
  readonly agentId: string | null;
};

export function momentOf(day: string, hour: number, minute = 0): Date {
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return new Date(`${day}T${time}:00Z`);
}

export function sumOf<Item>(items: readonly Item[], figureOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + figureOf(item), 0);
}
