import { loanToReplay } from '@bursar/contracts/servicing/loan-to-replay';
import { workingDaysOf } from '@bursar/contracts/servicing/product-terms';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewReschedule } from '@bursar/contracts/servicing/reschedules';
import {
  addMonths,
  annualRate,
  calendarDate,
  addDays,
  type CalendarDate,
} from '@bursar/loan-maths';
import { rescheduleRest } from '@bursar/loan-maths/reschedule-rest';
import type { Database, Queryable } from '../../../platform/database.ts';
import { plainDecimal } from '../../../platform/plain-decimal.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { findBusinessCalendar } from '../business-calendar/business-calendar.store.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { readLoanToPay, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { findAgreedDays, type LoanKey, type RescheduledDue } from './reschedules.store.ts';

export type NewTerms = AnswerOf<PreviewReschedule>['terms'];

export type ReschedulePlan = {
  readonly terms: NewTerms;
  readonly instalments: readonly InstalmentRow[];
  readonly dues: readonly RescheduledDue[];
  readonly principalMinor: number;
  readonly overduePrincipalMinor: number;
  readonly unpaidInterestMinor: number;
};

type Asked = {
  readonly loanId: string;
  readonly businessDate: string;
  readonly terms: { readonly [Term in keyof NewTerms]?: NewTerms[Term] | undefined };
};

type PlanFailure =
  | 'loan_event_refused'
  | 'schedule_cannot_be_made'
  | 'first_due_not_after'
  | 'due_dates_coincide';

type LoanToPlan = UsualTermsInput & {
  readonly loan: LockedLoan;
  readonly books: Parameters<typeof rescheduleRest>[0];
  readonly disbursementDate: CalendarDate;
  readonly dueDays: Awaited<ReturnType<typeof agreedDueDays>>;
};

/** Plans a reschedule from today: checks and calculates, but does not write. */
export async function planReschedule(
  sql: Queryable,
  loan: LockedLoan,
  { loanId, businessDate, terms }: Asked,
): Promise<Outcome<ReschedulePlan, PlanFailure>> {
  const read = await readLoanToPlan(sql, loan, { loanId, businessDate });
  return read.ok ? planOf(read.value, terms) : read;
}

async function readLoanToPlan(
  sql: Queryable,
  loan: LockedLoan,
  { loanId, businessDate }: Omit<Asked, 'terms'>,
): Promise<Outcome<LoanToPlan, 'loan_event_refused'>> {
  const moved = moveAlong(loan.status, 'reschedule');
  if (!moved.ok) return moved;
  const key = { portfolioId: loan.portfolioId, loanId };
  const instalments = await listInstalments(sql, key);
  const { charges } = await readCharges(sql, key, instalments);
  const { loan: books, disbursement } = loanToReplay({ ...loan, instalments, charges });
  if (disbursement.kind !== 'disbursement') throw new Error('a loan begins by being paid out');
  return succeed({
    loan,
    businessDate,
    instalments,
    books,
    disbursementDate: disbursement.date,
    dueDays: await agreedDueDays(sql, key),
  });
}

function planOf(
  { loan, books, disbursementDate, dueDays, ...input }: LoanToPlan,
  wished: Asked['terms'],
): Outcome<ReschedulePlan, Exclude<PlanFailure, 'loan_event_refused'>> {
  const { instalments, businessDate } = input;
  const terms = { ...usualTerms(loan, input), ...given(wished) };
  if (terms.firstDueOn <= businessDate) {
    return refuse('first_due_not_after', { field: 'firstDueOn', details: { businessDate } });
  }
  const rest = rescheduleRest(books, {
    disbursementDate,
    date: calendarDate(businessDate),
    annualRate: annualRate(terms.annualRatePercent),
    instalmentCount: terms.instalmentCount,
    firstDueDate: calendarDate(terms.firstDueOn),
    ...dueDays,
  });
  if (!rest.ok) return refuse('schedule_cannot_be_made', { field: 'instalmentCount' });
  const { rows, owedMinor, overduePrincipalMinor, unpaidInterestMinor } = rest.value;
  // Days off can move several due dates to one working day.
  const isTwice = rows.some(
    ({ dueDate }, at) => dueDate > businessDate && dueDate === rows[at - 1]?.dueDate,
  );
  if (isTwice) return refuse('due_dates_coincide', { field: 'firstDueOn' });
  return succeed({
    terms,
    instalments,
    dues: rows.map(({ number, dueDate: dueOn, principalMinor, interestMinor, accrual }) => ({
      number,
      dueOn,
      principalMinor,
      interestMinor,
      accrual: accrual
        ? {
            fromOn: accrual.fromDate,
            carriedMinor: accrual.carriedMinor,
            earnedMinor: accrual.earnedMinor,
            balanceMinor: accrual.balanceMinor,
          }
        : null,
    })),
    principalMinor: owedMinor,
    overduePrincipalMinor,
    unpaidInterestMinor,
  });
}

type UsualTermsInput = {
  readonly instalments: readonly InstalmentRow[];
  readonly businessDate: string;
};

/**
 * Returns the first due date of the loan contract. For a loan that no tape brought, also returns
 * its product's day-off rule with the current calendar; if the due dates of such a loan start on a
 * month's last day, they stay on month ends.
 */
async function agreedDueDays(sql: Queryable, key: LoanKey) {
  const { firstDueOn, dayOffRule } = await findAgreedDays(sql, key);
  const agreedFirstDueDate = calendarDate(firstDueOn);
  if (!dayOffRule) return { agreedFirstDueDate };
  const businessCalendar = await findBusinessCalendar(sql, {
    portfolioId: key.portfolioId,
    at: null,
  });
  return {
    agreedFirstDueDate,
    workingDays: workingDaysOf(dayOffRule, businessCalendar),
    sticksToMonthEnd: true,
  };
}

/**
 * Returns the default terms: the remaining number of instalments at the loan's own rate, from the
 * next due date on.
 */
function usualTerms(loan: LockedLoan, { instalments, businessDate }: UsualTermsInput): NewTerms {
  const { frequencyUnit, frequencyEvery, annualRatePercent } = loan;
  const later = instalments.filter((row) => row.dueOn > businessDate && row.principalMinor > 0);
  const today = calendarDate(businessDate);
  const interval =
    frequencyUnit === 'months'
      ? addMonths(today, frequencyEvery)
      : addDays(today, frequencyEvery * (frequencyUnit === 'weeks' ? 7 : 1));
  return {
    instalmentCount: Math.max(later.length, 1),
    annualRatePercent: plainDecimal(annualRatePercent),
    firstDueOn: later[0]?.dueOn ?? interval,
  };
}

function given(wished: Asked['terms']): Partial<NewTerms> {
  const { instalmentCount, annualRatePercent, firstDueOn } = wished;
  return {
    ...(instalmentCount !== undefined && { instalmentCount }),
    ...(annualRatePercent !== undefined && { annualRatePercent }),
    ...(firstDueOn !== undefined && { firstDueOn }),
  };
}

type PreviewRequest = Asked & {
  readonly scope: Scope;
  /** The maximum amount of an instalment, from which the number of instalments follows. */
  readonly instalmentAtMostMinor?: number | undefined;
  /** Whether a second person decides whatever the rule says. */
  readonly alwaysAsks?: boolean;
};

/** Maximum number of instalments, as in the API contract. */
const MOST_INSTALMENTS = 600;

/**
 * Plans the smallest number of instalments, but no fewer than the given or usual number, so that
 * none is higher than `instalmentAtMostMinor`. Every number is tried in turn: where instalments are
 * rounded to a multiple, one more can raise the last of them or leave no valid schedule.
 */
async function planByInstalment(
  sql: Queryable,
  loan: LockedLoan,
  { instalmentAtMostMinor, terms, ...asked }: Asked & { readonly instalmentAtMostMinor: number },
) {
  const read = await readLoanToPlan(sql, loan, asked);
  if (!read.ok) return read;
  const usual = planOf(read.value, terms);
  if (!usual.ok && usual.refusal.code !== 'schedule_cannot_be_made') return usual;
  const { instalmentCount: fewest } = { ...usualTerms(loan, read.value), ...given(terms) };
  let leastMinor = Infinity;
  for (let instalmentCount = fewest; instalmentCount <= MOST_INSTALMENTS; instalmentCount += 1) {
    const planned = planOf(read.value, { ...terms, instalmentCount });
    const highestMinor = planned.ok ? highestOf(planned.value) : Infinity;
    if (highestMinor <= instalmentAtMostMinor) return planned;
    leastMinor = Math.min(leastMinor, highestMinor);
  }
  if (leastMinor === Infinity) return usual;
  const details = { leastMinor, currency: loan.currency };
  return refuse('instalment_cannot_be_reached', { field: 'instalmentAtMostMinor', details });
}

/** Returns the highest new instalment, without the interest that the first one carries. */
function highestOf({ dues, instalments, unpaidInterestMinor }: ReschedulePlan): number {
  const paid = new Map(
    instalments.map((row) => [row.number, row.principalPaidMinor + row.interestPaidMinor]),
  );
  return Math.max(
    ...dues.map(({ number, principalMinor, interestMinor, accrual }) => {
      const carriedMinor = accrual ? unpaidInterestMinor : 0;
      return principalMinor + interestMinor - (paid.get(number) ?? 0) - carriedMinor;
    }),
  );
}

export async function previewReschedule(
  database: Database,
  { scope, alwaysAsks = false, instalmentAtMostMinor, ...asked }: PreviewRequest,
): Promise<Outcome<AnswerOf<PreviewReschedule>, FailureOf<PreviewReschedule>>> {
  const { loanId, businessDate } = asked;
  const loan = await readLoanToPay(database, { scope, loanId });
  if (!loan) return refuse('not_found');
  const planned =
    instalmentAtMostMinor === undefined
      ? await planReschedule(database, loan, asked)
      : await planByInstalment(database, loan, { ...asked, instalmentAtMostMinor });
  if (!planned.ok) return planned;
  const { terms, instalments, dues, ...sums } = planned.value;
  const rule = { portfolioId: loan.portfolioId, kind: 'reschedule-loan', loans: null } as const;
  const after = rowsAfter(instalments, dues);
  const chargesOf = (row: InstalmentRow) =>
    row.feeMinor - row.feePaidMinor + row.penaltyMinor - row.penaltyPaidMinor;
  const isDue = ({ dueOn }: InstalmentRow) => dueOn <= businessDate;
  return succeed({
    currency: loan.currency,
    needsApproval: alwaysAsks || (await needsApproval(database, rule)),
    terms,
    ...sums,
    chargesStayMinor: sumOf(after.filter(isDue), chargesOf),
    before: leftOf(instalments, { businessDate, annualRatePercent: loan.annualRatePercent }),
    after: leftOf(after, { businessDate, annualRatePercent: terms.annualRatePercent }),
    instalments: after
      .filter((row) => !isDue(row) && remainingOf(row) > 0)
      .map((row) => ({
        number: row.number,
        dueOn: row.dueOn,
        principalMinor: row.principalMinor - row.principalPaidMinor,
        interestMinor: row.interestMinor - row.interestPaidMinor,
        chargesMinor: chargesOf(row),
      })),
  });
}

export function rowsAfter(
  instalments: readonly InstalmentRow[],
  dues: readonly RescheduledDue[],
): readonly InstalmentRow[] {
  const known = new Map(instalments.map((row) => [row.number, row]));
  return dues.map((due) => ({ ...(known.get(due.number) ?? nothingCharged), ...due }));
}

const nothingCharged = {
  feeMinor: 0,
  penaltyMinor: 0,
  principalPaidMinor: 0,
  interestPaidMinor: 0,
  feePaidMinor: 0,
  penaltyPaidMinor: 0,
};

function leftOf(
  rows: readonly InstalmentRow[],
  { businessDate, annualRatePercent }: { businessDate: string; annualRatePercent: string },
) {
  const open = rows.filter((row) => remainingOf(row) > 0);
  const toCome = open.filter(({ dueOn }) => dueOn > businessDate);
  const [next] = toCome;
  return {
    annualRatePercent: plainDecimal(annualRatePercent),
    instalments: toCome.length,
    nextDueOn: next?.dueOn ?? null,
    nextMinor: next ? remainingOf(next) : 0,
    lastDueOn: toCome.at(-1)?.dueOn ?? null,
    overdueMinor: sumOf(
      open.filter(({ dueOn }) => dueOn <= businessDate),
      remainingOf,
    ),
    interestMinor: sumOf(open, (row) => row.interestMinor - row.interestPaidMinor),
    totalMinor: sumOf(open, remainingOf),
  };
}

const sumOf = (rows: readonly InstalmentRow[], amountOf: (row: InstalmentRow) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);
