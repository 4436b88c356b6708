import {
  refundUnappliedFunds as refundContract,
  undoRefund as undoContract,
  type RefundUnappliedFunds,
} from '@bursar/contracts/servicing/unapplied-funds';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { z } from 'zod';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { holdLoan } from '../charges/book-charge.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import type { LockedLoan } from '../loan-account/loan-state.store.ts';
import { insertRefund, type NewRefund } from '../loan-account/credit-refunds.store.ts';
import { findRefund } from './unapplied-funds.store.ts';

/** Refunds the borrower's credit balance, or a part of it, whatever the loan's status. */
export const refundUnappliedFunds = fourEyes({
  kind: 'refund-credit',
  contract: refundContract,
  schema: z.object({ ...refundContract.params.shape, ...refundContract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findRefund(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.event === 'refund-credit' &&
      earlier.loanId === command.loanId &&
      earlier.amountMinor === command.amountMinor &&
      earlier.method === command.method &&
      earlier.reason === command.reason.trim();
    return isSame ? answer('done', true) : refuse('id_reused_with_different_content');
  },
  plan: async (_transaction, { command, held }) => {
    const { amountMinor, method } = command;
    const { creditMinor, currency } = held;
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    if (command.currency !== currency) {
      return refuse('currency_differs', { field: 'currency', details: { currency } });
    }
    if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
    if (amountMinor > creditMinor) {
      const details = { creditMinor, currency };
      return refuse('amount_exceeds_credit', { field: 'amountMinor', details });
    }
    return succeed({ amountMinor, method, afterMinor: creditMinor - amountMinor });
  },
  countTaken: null,
  describe: (_transaction, sent) => describe(sent, sent.command.loanId),
  carryOut: (transaction, sent) =>
    book(transaction, sent, { event: 'refund-credit', undoes: null }),
  answerWaiting: async (_transaction, { plan }) => answer('awaiting-approval', plan === null),
});

/** Undoes a refund with the opposite event. The money returns to the borrower's credit balance. */
export const undoRefund = fourEyes({
  kind: 'undo-refund',
  contract: undoContract,
  schema: z.object({ ...undoContract.params.shape, ...undoContract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findRefund(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.undoesId === command.refundId && earlier.reason === command.reason.trim();
    return isSame ? answer('done', true) : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, { command, held }) => {
    const { portfolioId, creditMinor } = held;
    const refund = await findRefund(transaction, { portfolioId, id: command.refundId });
    const isThere = refund?.loanId === command.loanId && refund.event === 'refund-credit';
    if (!isThere) return refuse('not_found');
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    if (refund.isUndone) return refuse('refund_already_undone');
    const { amountMinor, method } = refund;
    return succeed({ amountMinor, method, afterMinor: creditMinor + amountMinor });
  },
  countTaken: null,
  describe: (_transaction, sent) => describe(sent, sent.command.refundId),
  carryOut: (transaction, sent) =>
    book(transaction, sent, { event: 'undo-refund', undoes: sent.command.refundId }),
  answerWaiting: async (_transaction, { plan }) => answer('awaiting-approval', plan === null),
});

type Planned = {
  readonly command: { readonly loanId: string; readonly id: string; readonly reason: string };
  readonly held: LockedLoan;
  readonly plan: Pick<NewRefund, 'amountMinor' | 'method'> & { readonly afterMinor: number };
};

function describe({ command, held, plan }: Planned, subjectId: string) {
  return {
    subjectId,
    subject: loanReference(held.referenceNumber),
    loanId: command.loanId,
    amountMinor: plan.amountMinor,
    currency: held.currency,
    before: { creditMinor: held.creditMinor },
    after: { creditMinor: plan.afterMinor },
    reason: command.reason.trim(),
  };
}

type Booking = Pick<NewRefund, 'event'> & { readonly undoes: string | null };

async function book(
  transaction: Transaction,
  { command, held, plan, context }: Planned & { readonly context: CommandContext },
  { event, undoes }: Booking,
): Promise<Outcome<Answer, never>> {
  const { session, now } = context;
  const { portfolioId, currency } = held;
  const { amountMinor, method } = plan;
  const reason = command.reason.trim();
  await insertRefund(transaction, {
    portfolioId,
    loanId: command.loanId,
    id: command.id,
    event,
    undoesId: undoes,
    amountMinor,
    method,
    currency,
    valueDate: session.businessDate,
    reason,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event,
    subject: 'loan',
    subjectId: command.loanId,
    before: { creditMinor: held.creditMinor },
    after: {
      creditMinor: plan.afterMinor,
      refundId: undoes ?? command.id,
      amountMinor,
      currency,
      method,
      reason,
    },
  });
  return answer('done', false);
}

type Answer = AnswerOf<RefundUnappliedFunds>;

const answer = (outcome: Answer['outcome'], replayed: boolean): Outcome<Answer, never> =>
  succeed({ outcome, replayed });
