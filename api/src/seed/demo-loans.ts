import {
  addDays,
  addMonths,
  annualRate,
  buildSchedule,
  calendarDaysBetween,
  minorUnits,
  type CalendarDate,
} from '@bursar/loan-maths';
import type { BoardedState } from '@bursar/loan-maths/lifecycle';
import { remainingOf, type DemoInstalment } from './demo-account.ts';
import { liveLoan, type DemoLife, type EvenShares } from './demo-life.ts';
import type { Random } from './random.ts';

const CURRENCY = 'USD';

export type DemoLoan = DemoLife & {
  readonly grade: string;
  readonly subGrade: string;
  readonly principalMinor: number;
  readonly ratePercent: string;
  readonly instalmentCount: number;
  readonly instalmentMinor: number;
  readonly disbursedOn: CalendarDate;
  readonly status: BoardedState;
  readonly writtenOffOn: CalendarDate | null;
  readonly recoveries: readonly DemoRecovery[];
};

export type DemoRecovery = { readonly valueDate: CalendarDate; readonly amountMinor: number };

/** A loan is written off this many days after its oldest unpaid due date. */
const DAYS_TO_WRITE_OFF = 195;

type Drawing = {
  readonly random: Random;
  readonly shares: EvenShares;
  readonly today: CalendarDate;
};

/**
 * Creates one loan and simulates it month by month until today, using Bursar's own calculations.
 */
export function liveDemoLoan({ random, shares, today }: Drawing): DemoLoan {
  const { gradeIndex, ...terms } = drawTerms(random, today);
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
  const open: DemoInstalment[] = schedule.value.rows.map((row) => ({
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
  // Worse grades miss more payments.
  const life = liveLoan(open, { random, shares, today, slips: 0.026 + 0.009 * gradeIndex });
  const oldest = life.instalments.find((instalment) => remainingOf(instalment) > 0);
  const lossDay = oldest && addDays(oldest.dueDate, DAYS_TO_WRITE_OFF);
  const writtenOffOn = lossDay && calendarDaysBetween(lossDay, today) > 5 ? lossDay : null;
  const recoveries = writtenOffOn ? drawRecoveries(random, { writtenOffOn, today }) : [];
  return {
    ...terms,
    ...life,
    instalmentMinor: schedule.value.instalmentMinor,
    status: oldest ? (writtenOffOn ? 'written_off' : 'active') : 'closed',
    writtenOffOn,
    recoveries,
  };
}

function drawTerms(random: Random, today: CalendarDate) {
  const gradeIndex = Math.min(5, Math.floor(random.next() ** 1.6 * 6));
  const months = random.between(0, 27);
  const age = addMonths(addDays(today, -random.between(0, 27)), -months);
  return {
    gradeIndex,
    grade: 'ABCDEF'.charAt(gradeIndex),
    subGrade: `${'ABCDEF'.charAt(gradeIndex)}${random.between(1, 5)}`,
    principalMinor: random.between(20, 800) * 5_000,
    ratePercent: (6.19 + gradeIndex * 3.4 + random.between(0, 280) / 100).toFixed(2),
    instalmentCount: random.pick([12, 24, 36, 36, 48, 60]),
    disbursedOn: age,
  };
}

/** Draws the recoveries of a written-off loan: some borrowers pay a little each month. */
function drawRecoveries(
  random: Random,
  { writtenOffOn, today }: { readonly writtenOffOn: CalendarDate; readonly today: CalendarDate },
): readonly DemoRecovery[] {
  if (!random.chance(0.6)) return [];
  const amountMinor = random.between(2, 12) * 2_500;
  const days = Array.from({ length: random.between(1, 5) }, (_, at) =>
    addDays(writtenOffOn, 24 + at * 30 + random.between(0, 4)),
  );
  return days.filter((day) => day < today).map((valueDate) => ({ valueDate, amountMinor }));
}
