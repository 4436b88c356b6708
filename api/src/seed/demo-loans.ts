import {
  addDays,
  addMonths,
  allocatePayment,
  annualRate,
  buildSchedule,
  calendarDaysBetween,
  minorUnits,
  type CalendarDate,
  type OpenInstalment,
} from '@bursar/loan-maths';
import type { BoardedState } from '@bursar/loan-maths/lifecycle';
import type { Random } from './random.ts';

const CURRENCY = 'USD';

export type DemoPayment = {
  readonly valueDate: CalendarDate;
  readonly amountMinor: number;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly allocations: readonly {
    number: number;
    principalMinor: number;
    interestMinor: number;
  }[];
};

export type DemoLoan = {
  readonly grade: string;
  readonly subGrade: string;
  readonly principalMinor: number;
  readonly ratePercent: string;
  readonly instalmentCount: number;
  readonly instalmentMinor: number;
  readonly disbursedOn: CalendarDate;
  readonly instalments: readonly OpenInstalment[];
  readonly payments: readonly DemoPayment[];
  readonly status: BoardedState;
  readonly writtenOffOn: CalendarDate | null;
};

type Behaviour = 'pays' | 'late' | 'stops' | 'settles-early' | 'partly';

/** Creates one loan and simulates it month by month until today, with the product's own calculations. */
export function liveDemoLoan(random: Random, today: CalendarDate): DemoLoan {
  const terms = drawTerms(random, today);
  const schedule = buildSchedule({
    principalMinor: minorUnits(terms.principalMinor, CURRENCY),
    annualRate: annualRate(terms.ratePercent),
    instalmentCount: terms.instalmentCount,
    interval: { every: 1, unit: 'months' },
    disbursementDate: terms.disbursedOn,
    instalmentRounding: 'up',
  });
  if (!schedule.ok) throw new Error(schedule.failure.message);
  const nothing = minorUnits(0, CURRENCY);
  const open: OpenInstalment<typeof CURRENCY>[] = schedule.value.rows.map((row) => ({
    number: row.number,
    dueDate: row.dueDate,
    due: {
      penaltyMinor: nothing,
      feeMinor: nothing,
      interestMinor: row.interestMinor,
      principalMinor: row.principalMinor,
    },
    paid: {
      penaltyMinor: nothing,
      feeMinor: nothing,
      interestMinor: nothing,
      principalMinor: nothing,
    },
  }));
  const behaviour = drawBehaviour(random);
  const { instalments, payments } = pay(open, drawPayments(open, { behaviour, random, today }));
  const owes = instalments.some((instalment) => remainingOf(instalment) > 0);
  const oldest = instalments.find((instalment) => remainingOf(instalment) > 0)?.dueDate ?? today;
  const lost = behaviour === 'stops' && calendarDaysBetween(oldest, today) > 200;
  return {
    ...terms,
    instalmentMinor: schedule.value.instalmentMinor,
    instalments,
    payments,
    status: owes ? (lost ? 'written_off' : 'active') : 'closed',
    writtenOffOn: lost ? addDays(oldest, 195) : null,
  };
}

function drawTerms(random: Random, today: CalendarDate) {
  const gradeIndex = Math.min(5, Math.floor(random.next() ** 1.6 * 6));
  const months = random.between(0, 27);
  const age = addMonths(addDays(today, -random.between(0, 27)), -months);
  return {
    grade: 'ABCDEF'.charAt(gradeIndex),
    subGrade: `${'ABCDEF'.charAt(gradeIndex)}${random.between(1, 5)}`,
    principalMinor: random.between(20, 800) * 5_000,
    ratePercent: (6.19 + gradeIndex * 3.4 + random.between(0, 280) / 100).toFixed(2),
    instalmentCount: random.pick([12, 24, 36, 36, 48, 60]),
    disbursedOn: age,
  };
}

function drawBehaviour(random: Random): Behaviour {
  const draw = random.next();
  if (draw < 0.79) return 'pays';
  if (draw < 0.88) return 'late';
  if (draw < 0.92) return 'partly';
  return draw < 0.95 ? 'stops' : 'settles-early';
}

type PlannedPayment = { readonly valueDate: CalendarDate; readonly amountMinor: number };
type Life = {
  readonly behaviour: Behaviour;
  readonly random: Random;
  readonly today: CalendarDate;
};

function drawPayments(
  open: readonly OpenInstalment<typeof CURRENCY>[],
  life: Life,
): PlannedPayment[] {
  const { behaviour, random, today } = life;
  const due = open.filter((instalment) => instalment.dueDate < today);
  const missed = missedOf(behaviour, due.length, random);
  const planned: PlannedPayment[] = [];
  for (const instalment of due.slice(0, due.length - missed)) {
    const valueDate = addDays(instalment.dueDate, random.between(-2, behaviour === 'pays' ? 2 : 6));
    // Payments are before today, because the demo may be seeded at any hour of the day.
    if (valueDate < today) planned.push({ valueDate, amountMinor: remainingOf(instalment) });
  }
  const last = planned.at(-1);
  if (behaviour === 'partly' && last) {
    planned.splice(-1, 1, { ...last, amountMinor: Math.ceil(last.amountMinor / 2) });
  }
  if (behaviour === 'settles-early' && last) {
    const rest = open.slice(planned.length).reduce((sum, row) => sum + remainingOf(row), 0);
    if (rest > 0) planned.push({ valueDate: last.valueDate, amountMinor: rest });
  }
  return planned;
}

function missedOf(behaviour: Behaviour, due: number, random: Random): number {
  if (behaviour === 'late') return Math.min(due, random.pick([1, 1, 1, 2, 2, 3, 4, 6]));
  if (behaviour === 'stops') return Math.min(due, random.between(8, 12));
  return 0;
}

function pay(open: readonly OpenInstalment<typeof CURRENCY>[], planned: readonly PlannedPayment[]) {
  let instalments: OpenInstalment<typeof CURRENCY>[] = [...open];
  const payments: DemoPayment[] = [];
  for (const { valueDate, amountMinor } of planned) {
    const allocation = allocatePayment({
      amountMinor: minorUnits(amountMinor, CURRENCY),
      valueDate,
      instalments,
    });
    if (!allocation.ok) throw new Error(allocation.failure.message);
    const { parts, totals } = allocation.value;
    const byNumber = new Map(parts.map((part) => [part.instalmentNumber, part]));
    instalments = instalments.map((instalment) => {
      const part = byNumber.get(instalment.number);
      if (!part) return instalment;
      const { paid } = instalment;
      return {
        ...instalment,
        paid: {
          ...paid,
          interestMinor: minorUnits(paid.interestMinor + part.interestMinor, CURRENCY),
          principalMinor: minorUnits(paid.principalMinor + part.principalMinor, CURRENCY),
        },
      };
    });
    payments.push({
      valueDate,
      amountMinor,
      principalMinor: totals.principalMinor,
      interestMinor: totals.interestMinor,
      allocations: parts.map(({ instalmentNumber: number, principalMinor, interestMinor }) => ({
        number,
        principalMinor,
        interestMinor,
      })),
    });
  }
  return { instalments, payments };
}

export function remainingOf({ due, paid }: OpenInstalment): number {
  return due.principalMinor - paid.principalMinor + due.interestMinor - paid.interestMinor;
}
