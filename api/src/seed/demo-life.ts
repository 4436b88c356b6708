import { addDays, calendarDaysBetween, type CalendarDate } from '@bursar/loan-maths';
import {
  DemoAccount,
  remainingOf,
  type DemoCharge,
  type DemoContact,
  type DemoInstalment,
  type DemoPayment,
} from './demo-account.ts';
import type { Random } from './random.ts';

export type DemoLife = {
  readonly instalments: readonly DemoInstalment[];
  readonly payments: readonly DemoPayment[];
  readonly charges: readonly DemoCharge[];
  readonly contacts: readonly DemoContact[];
};

type Living = {
  readonly random: Random;
  readonly shares: EvenShares;
  readonly today: CalendarDate;
  /** The chance that a borrower who is on time misses a due date. */
  readonly slips: number;
};

/** A borrower whose oldest unpaid instalment is more than this many days late pays nothing more. */
const LOST_AFTER = 150;

/**
 * Random events, spread evenly over the loans of a month. Independent chances would make the rates
 * of single months jump, because the demo has so few loans.
 */
export type EvenShares = ReturnType<typeof evenShares>;

export function evenShares(random: Random) {
  const taken = new Map<string, number>();
  return {
    takes: (key: string, share: number): boolean => {
      const sum = (taken.get(key) ?? random.next()) + share;
      taken.set(key, sum % 1);
      return sum >= 1;
    },
  };
}

/**
 * Simulates a loan from due date to due date: each month the borrower pays, catches up or falls
 * behind.
 */
export function liveLoan(open: readonly DemoInstalment[], living: Living): DemoLife {
  const { today } = living;
  const account = new DemoAccount(open, today);
  for (const { dueDate } of open.filter((instalment) => instalment.dueDate < today)) {
    const oldest = account.oldestOpen();
    if (!oldest) break;
    if (calendarDaysBetween(oldest.dueDate, dueDate) > LOST_AFTER) break;
    const months = account.openUntil(dueDate).length;
    if (months > 1) liveLate(account, { ...living, dueDate, months: months - 1 });
    else liveOnTime(account, { ...living, dueDate });
  }
  account.chargePenalties(addDays(today, -1));
  const { instalments, payments, charges, contacts } = account;
  return { instalments, payments, charges, contacts };
}

type Month = Living & { readonly dueDate: CalendarDate };

function liveOnTime(account: DemoAccount, { random, shares, slips, dueDate }: Month): void {
  const month = dueDate.slice(0, 7);
  if (account.isNearlyPaid() && shares.takes(`settles ${month}`, 0.006)) {
    account.pay(dueDate, account.openUntil('9999-12-31'));
    return;
  }
  if (!shares.takes(`slips ${month}`, slips)) {
    const valueDate = addDays(dueDate, random.between(-2, 2));
    account.pay(valueDate, account.openUntil(dueDate), { isReturned: random.chance(1 / 140) });
    return;
  }
  if (random.chance(0.3)) {
    const valueDate = addDays(dueDate, random.between(8, 22));
    const amountMinor = account.pay(valueDate, account.openUntil(dueDate));
    talkBefore(account, { random, valueDate, amountMinor });
  }
}

/**
 * Shares of borrowers by number of instalments behind: those who fall further behind in a month
 * (`rolls`), and those of the others who pay all that is due (`cures`).
 */
const habits = [
  { rolls: 0.15, cures: 0.5 },
  { rolls: 0.16, cures: 0.25 },
  { rolls: 0.06, cures: 0.2 },
  { rolls: 0.92, cures: 0.5 },
] as const;

function liveLate(
  account: DemoAccount,
  { random, shares, dueDate, months }: Month & { readonly months: number },
): void {
  const behind = Math.min(months, habits.length);
  const { rolls, cures } = habits[behind - 1] ?? habits[3];
  const month = `${behind} in ${dueDate.slice(0, 7)}`;
  const oldest = account.openUntil(dueDate).slice(0, 1);
  if (shares.takes(`rolls ${month}`, rolls)) {
    const amountMinor = oldest.reduce((sum, one) => sum + remainingOf(one), 0);
    const promise = { on: addDays(dueDate, 7), amountMinor, isMet: false };
    account.talk(addDays(dueDate, 2), random.chance(0.7) ? promise : null);
    if (random.chance(0.25)) account.pay(addDays(dueDate, 10), oldest, { isHalf: true });
    return;
  }
  const valueDate = addDays(dueDate, random.between(0, 4));
  const isCured = shares.takes(`cures ${month}`, cures);
  const paid = isCured ? account.openUntil(dueDate) : oldest;
  const amountMinor = account.pay(valueDate, paid);
  talkBefore(account, { random, valueDate, amountMinor });
}

type Paying = {
  readonly random: Random;
  readonly valueDate: CalendarDate;
  /** 0 if nothing was paid, because the day has not come yet. */
  readonly amountMinor: number;
};

/** Adds a call a few days before a late payment. */
function talkBefore(account: DemoAccount, { random, valueDate, amountMinor }: Paying): void {
  if (amountMinor === 0) return;
  const promise = { on: valueDate, amountMinor, isMet: true };
  account.talk(addDays(valueDate, -3), random.chance(0.6) ? promise : null);
}
