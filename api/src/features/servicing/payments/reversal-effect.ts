import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PreviewReversal } from '@bursar/contracts/servicing/payments';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { rolledBackWithin, type Transaction } from '../../../platform/database.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { lockLoan, restateLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { listEffectivePayments, type EffectivePayment } from '../loan-account/reversals.store.ts';
import { writeReversal, type PlannedReversal } from './write-reversal.ts';

export type ReversalEffect = Omit<AnswerOf<PreviewReversal>, 'needsApproval'>;

/**
 * Measures what a planned reversal changes: writes it, with its penalties, reads the loan and rolls
 * back. A preview that calculated the effect in another way could differ.
 */
export async function measureReversal(
  transaction: Transaction,
  planned: PlannedReversal,
  context: CommandContext,
): Promise<ReversalEffect> {
  const { loan, command } = planned;
  const key = { portfolioId: loan.portfolioId, loanId: command.loanId };
  const before = await readBooks(transaction, key);
  return rolledBackWithin(transaction, async (trial) => {
    const { charged, waived } = await writeReversal(trial, planned, context);
    await restateLoan(trial, key);
    const { loanId } = command;
    const reversed = await lockLoan(trial, { scope: context.session.scope, loanId });
    if (!reversed) throw new Error(`loan ${loanId} is locked but is missing`);
    const after = await readBooks(trial, key);
    return {
      currency: loan.currency,
      claimMinor: claimedOn(after.instalments) - claimedOn(before.instalments),
      waivedPenalties: [...waived],
      penalties: charged.map(({ instalment, chargedOn, amountMinor }) => ({
        instalmentNumber: instalment.number,
        dueOn: instalment.dueOn,
        chargedOn,
        amountMinor,
      })),
      before: balancesOf(loan, before.instalments),
      after: balancesOf(reversed, after.instalments),
      reallocated: splitsChanged(before.payments, after.payments),
    };
  });
}

type Books = {
  readonly instalments: readonly InstalmentRow[];
  readonly payments: readonly EffectivePayment[];
};

async function readBooks(
  transaction: Transaction,
  key: { readonly portfolioId: string; readonly loanId: string },
): Promise<Books> {
  const instalments = await listInstalments(transaction, key);
  return { instalments, payments: await listEffectivePayments(transaction, key) };
}

function balancesOf(
  { status, outstandingPrincipalMinor, creditMinor }: LockedLoan,
  instalments: readonly InstalmentRow[],
): ReversalEffect['before'] {
  return {
    loanStatus: status,
    outstandingMinor: outstandingPrincipalMinor,
    remainingMinor: instalments.reduce((sum, row) => sum + remainingOf(row), 0),
    oldestUnpaidDueOn: instalments.find((row) => remainingOf(row) > 0)?.dueOn ?? null,
    creditMinor,
  };
}

const claimedOn = (instalments: readonly InstalmentRow[]): number =>
  instalments.reduce((sum, row) => sum + (row.isClaim === true ? row.principalMinor : 0), 0);

function splitsChanged(
  before: readonly EffectivePayment[],
  after: readonly EffectivePayment[],
): ReversalEffect['reallocated'] {
  const former = new Map(before.map((payment) => [payment.id, payment]));
  return after.flatMap((payment) => {
    const earlier = former.get(payment.id);
    if (!earlier || isDeepStrictEqual(placedBy(earlier), placedBy(payment))) return [];
    const { id, valueDate, amountMinor } = payment;
    return { id, valueDate, amountMinor, before: splitOf(earlier), after: splitOf(payment) };
  });
}

const placedBy = ({ allocations, creditMinor }: EffectivePayment) => ({ allocations, creditMinor });

const splitOf = ({ allocations, creditMinor }: EffectivePayment) => ({
  ...sumAllocations(allocations),
  creditMinor,
});
