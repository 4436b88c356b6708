import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewWriteOff, WriteOffLoan } from '@bursar/contracts/servicing/write-offs';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { listInstalments } from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { readWriteOffState } from '../loan-account/write-off-state.store.ts';
import { lockLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { listEffectivePayments } from '../loan-account/reversals.store.ts';
import { readWriteOffBalances } from './write-offs.store.ts';

/** The loan's balances before and after a write-off or its undo. */
export type LossPlan = {
  readonly before: LoanBalances;
  readonly after: LoanBalances;
  readonly principalMinor: number;
};

type LoanBalances = {
  readonly loanStatus: LockedLoan['status'];
  readonly outstandingMinor: number;
  readonly writtenOffPrincipalMinor: number;
};

type Key = { readonly loanId: string };

/** Plans a write-off under the loan's lock: checks, but does not write. */
export async function planWriteOff(
  transaction: Transaction,
  { status, portfolioId }: LockedLoan,
  { loanId }: Key,
): Promise<Outcome<LossPlan, 'loan_event_refused'>> {
  const moved = moveAlong(status, 'write-off');
  if (!moved.ok) return moved;
  const balances = await readWriteOffBalances(transaction, { portfolioId, loanId });
  const principalMinor = balances.outstandingMinor;
  return succeed({
    principalMinor,
    before: { loanStatus: status, ...balances },
    after: {
      loanStatus: moved.value,
      outstandingMinor: 0,
      writtenOffPrincipalMinor: balances.writtenOffPrincipalMinor + principalMinor,
    },
  });
}

/** Plans the undo of a write-off. Recoveries made since must be reversed first. */
export async function planUndoWriteOff(
  transaction: Transaction,
  { status, portfolioId }: LockedLoan,
  { loanId }: Key,
): Promise<Outcome<LossPlan, 'loan_event_refused' | 'write_off_has_recoveries'>> {
  const moved = moveAlong(status, 'undo-write-off');
  if (!moved.ok) return moved;
  const { recoveredMinor } = await readWriteOffState(transaction, { portfolioId, loanId });
  if (recoveredMinor > 0) return refuse('write_off_has_recoveries');
  const balances = await readWriteOffBalances(transaction, { portfolioId, loanId });
  const principalMinor = balances.writtenOffPrincipalMinor;
  return succeed({
    principalMinor,
    before: { loanStatus: status, ...balances },
    after: {
      loanStatus: moved.value,
      outstandingMinor: balances.outstandingMinor + principalMinor,
      writtenOffPrincipalMinor: 0,
    },
  });
}

/** Refuses if the loan's loss differs from the amount that the user saw. */
export function isLossAsShown(
  plan: LossPlan,
  { principalMinor }: { readonly principalMinor: number },
): Outcome<LossPlan, FailureOf<WriteOffLoan>> {
  return plan.principalMinor === principalMinor
    ? succeed(plan)
    : refuse('loss_changed_since', { details: { principalMinor: plan.principalMinor } });
}

type PreviewRequest = Key & { readonly scope: Scope; readonly businessDate: string };

/**
 * Previews a write-off: the principal lost, the interest, fees and penalties that are due and
 * unpaid, and those received so far.
 */
export function previewWriteOff(
  database: Database,
  { scope, loanId, businessDate }: PreviewRequest,
): Promise<Outcome<AnswerOf<PreviewWriteOff>, FailureOf<PreviewWriteOff>>> {
  return database.begin(async (transaction) => {
    const loan = await lockLoan(transaction, { scope, loanId });
    if (!loan) return refuse('not_found');
    const plan = await planWriteOff(transaction, loan, { loanId });
    if (!plan.ok) return plan;
    const { portfolioId, currency } = loan;
    const payments = await listEffectivePayments(transaction, { portfolioId, loanId });
    const paid = sumAllocations(payments.flatMap((payment) => payment.allocations));
    const instalments = await listInstalments(transaction, { portfolioId, loanId });
    const unpaid = instalments
      .filter(({ dueOn }) => dueOn <= businessDate)
      .map((row) => ({
        principalMinor: row.principalMinor - row.principalPaidMinor,
        interestMinor: row.interestMinor - row.interestPaidMinor,
        feeMinor: row.feeMinor - row.feePaidMinor,
        penaltyMinor: row.penaltyMinor - row.penaltyPaidMinor,
      }));
    return succeed({
      currency,
      needsApproval: await needsApproval(transaction, {
        portfolioId,
        kind: 'write-off-loan',
        loans: null,
      }),
      principalMinor: plan.value.principalMinor,
      unpaid: beyondPrincipal(sumAllocations(unpaid)),
      received: beyondPrincipal(paid),
    });
  });
}

function beyondPrincipal({
  interestMinor,
  feeMinor,
  penaltyMinor,
}: ReturnType<typeof sumAllocations>) {
  return { interestMinor, feeMinor, penaltyMinor };
}
