import type { LoanStatus, ReplayedEvent, ReplayedLoan } from '../loan-events.ts';
import type { Outcome } from '../outcome.ts';
import { succeed } from '../outcome.ts';
import { ALLOCATION_FIELDS } from '../allocated-amounts.ts';
import type { AllocatedAmounts } from '../allocated-amounts.ts';
import { replayLoan } from '../replay.ts';
import type { ParsedLoan } from './read-loan.ts';
import { formatAccruals } from './format-accruals.ts';
import { formatAmount } from './case-fields.ts';

/**
 * A loan after its events, in the format of the published cases; each field is compared with the
 * check of that name.
 */
export type LoanOutput = {
  readonly status: 'APPROVED' | 'ACTIVE' | 'CLOSED_OBLIGATIONS_MET' | 'OVERPAID';
  readonly status_label: 'Approved' | 'Active' | 'Closed (obligations met)' | 'Overpaid';
  readonly schedule: readonly InstalmentOutput[];
  readonly schedule_total: Omit<InstalmentOutput, 'nr' | 'due_date' | 'paid_date' | 'principal'> & {
    readonly principal_due: string;
  };
  readonly transactions: readonly TransactionOutput[];
  readonly outstanding: string;
  readonly overpaid: string;
};

export type InstalmentOutput = {
  readonly nr: number;
  readonly due_date: string;
  readonly paid_date: string | null;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly due: string;
  readonly paid: string;
  readonly in_advance: string;
  readonly late: string;
  readonly outstanding: string;
};

export type TransactionOutput = {
  readonly date: string;
  readonly type: string;
  readonly amount: string;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly loan_balance: string;
  readonly reverted: 'true' | 'false';
};

/**
 * Replays the loan and formats the result; a reversed transaction shows its allocation from before
 * the reversal.
 */
export function formatReplayedLoan(parsed: ParsedLoan): Outcome<LoanOutput> {
  const replayed = replayLoan(parsed.loan, parsed.events);
  if (!replayed.ok) return replayed;
  const loan = replayed.value;
  const format = (units: number) => formatAmount(units, parsed.decimals);
  return succeed({
    ...STATUS_LABELS[loan.status],
    schedule: loan.instalments.map((row) => ({
      nr: row.number,
      due_date: row.dueDate,
      paid_date: row.paidDate ?? null,
      principal: format(row.due.principalMinor),
      ...formatMoney(row, format),
    })),
    schedule_total: {
      principal_due: format(sum(loan.instalments, (row) => row.due.principalMinor)),
      ...formatTotals(loan, format),
    },
    transactions: formatTransactions(parsed, loan),
    outstanding: format(loan.outstanding.totalMinor),
    overpaid: format(loan.status === 'overpaid' ? loan.creditMinor : 0),
  });
}

const STATUS_LABELS = {
  approved: { status: 'APPROVED', status_label: 'Approved' },
  active: { status: 'ACTIVE', status_label: 'Active' },
  closed: { status: 'CLOSED_OBLIGATIONS_MET', status_label: 'Closed (obligations met)' },
  overpaid: { status: 'OVERPAID', status_label: 'Overpaid' },
} as const satisfies Record<LoanStatus, object>;

type FormatUnits = (units: number) => string;
type Row = ReplayedLoan['instalments'][number];

function formatMoney(row: Row, format: FormatUnits) {
  return {
    interest: format(row.due.interestMinor),
    fees: format(row.due.feeMinor),
    penalties: format(row.due.penaltyMinor),
    due: format(whole(row.due)),
    paid: format(whole(row.paid)),
    in_advance: format(row.inAdvanceMinor),
    late: format(row.lateMinor),
    outstanding: format(row.outstanding.totalMinor),
  };
}

function formatTotals({ instalments }: ReplayedLoan, format: FormatUnits) {
  return {
    interest: format(sum(instalments, (row) => row.due.interestMinor)),
    fees: format(sum(instalments, (row) => row.due.feeMinor)),
    penalties: format(sum(instalments, (row) => row.due.penaltyMinor)),
    due: format(sum(instalments, (row) => whole(row.due))),
    paid: format(sum(instalments, (row) => whole(row.paid))),
    in_advance: format(sum(instalments, (row) => row.inAdvanceMinor)),
    late: format(sum(instalments, (row) => row.lateMinor)),
    outstanding: format(sum(instalments, (row) => row.outstanding.totalMinor)),
  };
}

function whole(allocation: AllocatedAmounts): number {
  return ALLOCATION_FIELDS.reduce((total, field) => total + allocation[field], 0);
}

function sum(rows: readonly Row[], amountOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}

/** Returns disbursement and payments by date, with an accrual whenever the loan is settled. */
function formatTransactions(parsed: ParsedLoan, loan: ReplayedLoan): TransactionOutput[] {
  const before = allocationsBeforeReversal(parsed);
  const rows = loan.events.flatMap((event) => {
    if (event.kind !== 'disbursement' && event.kind !== 'payment') return [];
    const effective = event.isReversed ? (before.get(event.id) ?? event) : event;
    const type = parsed.labels.get(event.id) ?? 'Repayment';
    return [
      formatTransaction(effective, { type, decimals: parsed.decimals, reverted: event.isReversed }),
    ];
  });
  return [...rows, ...formatAccruals(parsed)].toSorted((left, right) =>
    left.date === right.date ? 0 : left.date < right.date ? -1 : 1,
  );
}

function formatTransaction(
  event: ReplayedEvent,
  details: { type: string; decimals: number; reverted: boolean },
): TransactionOutput {
  const format = (units: number) => formatAmount(units, details.decimals);
  return {
    date: event.date,
    type: details.type,
    amount: format(event.amountMinor),
    principal: format(event.allocation.principalMinor + event.prepaidPrincipalMinor),
    interest: format(event.allocation.interestMinor),
    fees: format(event.allocation.feeMinor),
    penalties: format(event.allocation.penaltyMinor),
    loan_balance: format(event.balanceMinor),
    reverted: details.reverted ? 'true' : 'false',
  };
}

/**
 * Returns the effect of each reversed event, from a replay of the events entered before its
 * reversal.
 */
function allocationsBeforeReversal({ loan, events }: ParsedLoan): Map<string, ReplayedEvent> {
  const before = new Map<string, ReplayedEvent>();
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'reversal') continue;
    const replayed = replayLoan(loan, events.slice(0, index));
    const reversed = replayed.ok && replayed.value.events.find(({ id }) => id === event.reverses);
    if (reversed) before.set(event.reverses, reversed);
  }
  return before;
}
