import type { AddCharge } from '@bursar/contracts/servicing/charges';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { loanCan } from '../loan-account/loan-can.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { lockLoan, restateLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';

/**
 * The fields that a charge, a waiver and the undo of a waiver share. Each of these commands changes
 * the amount of one instalment.
 */
export type ChargeCommand = {
  readonly loanId: string;
  readonly id: string;
  readonly reason: string;
};

/** The amount charged, waived or restored, and the loan's balances before and after it. */
export type ChargePlan = {
  readonly amountMinor: number;
  readonly before: ChargeBalances;
  readonly after: ChargeBalances;
};

type ChargeBalances = {
  readonly loanStatus: LockedLoan['status'];
  readonly remainingMinor: number;
  readonly oldestUnpaidDueOn: string | null;
};

type Sent<Command extends ChargeCommand> = { readonly command: Command; readonly held: LockedLoan };

export async function holdLoan(
  transaction: Transaction,
  { loanId }: { readonly loanId: string },
  { session: { scope } }: { readonly session: { readonly scope: Scope } },
): Promise<Outcome<LockedLoan, 'not_found'>> {
  const loan = await lockLoan(transaction, { scope, loanId });
  return loan ? succeed(loan) : refuse('not_found');
}

/**
 * Refuses a charge, a waiver or the undo of a waiver without a reason, or on a loan that is not
 * active. `mayBeClosed` also accepts a closed loan.
 */
export function refuseCharge(
  { command, held }: Sent<ChargeCommand>,
  event: 'add-charge' | 'waive-charge' | 'undo-waiver',
  { mayBeClosed = false }: { readonly mayBeClosed?: boolean } = {},
): Outcome<never, 'reason_missing' | 'loan_is_not_active'> | null {
  if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  if (loanCan.beCharged(held.status) || (mayBeClosed && held.status === 'closed')) return null;
  return refuse('loan_is_not_active', { details: { status: held.status, event } });
}

/** Calculates the loan's balances before and after the amount of one instalment changes. */
export async function planCharge(
  transaction: Transaction,
  { command: { loanId }, held: { portfolioId, status } }: Sent<ChargeCommand>,
  charge: {
    readonly instalment: Pick<InstalmentRow, 'number' | 'dueOn'>;
    readonly byMinor: number;
  },
): Promise<Pick<ChargePlan, 'before' | 'after'>> {
  const rows = await listInstalments(transaction, { portfolioId, loanId });
  const { number, dueOn } = charge.instalment;
  const openOf = (byMinor: number) => {
    const open = rows.map((row) => {
      return {
        dueOn: row.dueOn,
        openMinor: remainingOf(row) + (row.number === number ? byMinor : 0),
      };
    });
    const isNew = rows.every((row) => row.number !== number);
    return isNew && byMinor > 0 ? [...open, { dueOn, openMinor: byMinor }] : open;
  };
  const balancesAt = (byMinor: number): ChargeBalances => {
    const open = openOf(byMinor).filter(({ openMinor }) => openMinor > 0);
    return {
      loanStatus: open.length === 0 ? 'closed' : status,
      remainingMinor: open.reduce((sum, { openMinor }) => sum + openMinor, 0),
      oldestUnpaidDueOn: open[0]?.dueOn ?? null,
    };
  };
  return { before: balancesAt(0), after: balancesAt(charge.byMinor) };
}

export function describeCharge(
  { command, held }: Sent<ChargeCommand>,
  { plan, subjectId }: { readonly plan: ChargePlan; readonly subjectId: string },
) {
  return {
    subjectId,
    subject: loanReference(held.referenceNumber),
    loanId: command.loanId,
    amountMinor: plan.amountMinor,
    currency: held.currency,
    before: plan.before,
    after: plan.after,
    reason: command.reason.trim(),
  };
}

type Answer = AnswerOf<AddCharge>;

/**
 * Recalculates the status and the oldest unpaid instalment of the loan, and writes the audit event.
 */
export async function finishCharge(
  transaction: Transaction,
  { command, held, context, plan }: Sent<ChargeCommand> & Finished,
  { event, ...facts }: ChargeDescription,
): Promise<Outcome<Answer, never>> {
  const { portfolioId, currency } = held;
  const after = await restateLoan(transaction, { portfolioId, loanId: command.loanId });
  const { loanStatus: _before, ...before } = plan.before;
  const { loanStatus: _after, ...remaining } = plan.after;
  await auditCommand(transaction, context, {
    portfolioId,
    event,
    subject: 'loan',
    subjectId: command.loanId,
    before: { status: held.status, ...before },
    after: {
      status: after.status,
      ...remaining,
      amountMinor: plan.amountMinor,
      currency,
      reason: command.reason.trim(),
      ...facts,
    },
  });
  return succeed({ outcome: 'done', replayed: false });
}

type Finished = { readonly context: CommandContext; readonly plan: ChargePlan };
type ChargeDescription = {
  readonly event: 'add-charge' | 'waive-charge' | 'undo-waiver';
  readonly chargeId: string;
};

export const answerWaiting = async (plan: ChargePlan | null): Promise<Outcome<Answer, never>> =>
  succeed({ outcome: 'awaiting-approval', replayed: plan === null });

export const answerDone = (): Outcome<Answer, never> =>
  succeed({ outcome: 'done', replayed: true });
