import { AsyncLocalStorage } from 'node:async_hooks';
import type { CalendarDate } from '@bursar/loan-maths';
import type { DemoLoan } from './demo-loans.ts';
import type { DemoPeople } from './demo-people.ts';
import type { Random } from './random.ts';

export type Booking = {
  readonly random: Random;
  readonly loans: readonly DemoLoan[];
  readonly people: DemoPeople;
  readonly today: CalendarDate;
  /**
   * Number that makes the ids of this demo portfolio differ from those of others; 0 for the demo in
   * an empty database.
   */
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

const seededAt = new AsyncLocalStorage<Date>();

/** Runs the seed of a demo so that `momentOf` gives no moment later than now. */
export function seedUntil<Result>(now: Date, seed: () => Promise<Result>): Promise<Result> {
  return seededAt.run(now, seed);
}

/**
 * Returns a moment of the demo's past. Inside `seedUntil`, it is never later than the present,
 * because the demo may be seeded early in the day.
 */
export function momentOf(day: string, hour: number, minute = 0): Date {
  const planned = plannedAt(day, hour, minute);
  const now = seededAt.getStore();
  return now && now < planned ? now : planned;
}

/** Returns a moment that may lie ahead, such as that of an appointment. */
export function plannedAt(day: string, hour: number, minute = 0): Date {
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return new Date(`${day}T${time}:00Z`);
}

export function sumOf<Item>(items: readonly Item[], figureOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + figureOf(item), 0);
}
