import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  requestReversal,
  reversePayment as reversePaymentContract,
  type ReversePayment,
} from '@bursar/contracts/servicing/payments';
import { z } from 'zod';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { penaltyFacts } from '../charges/penalty-facts.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { afterPaymentsChanged } from './after-payments-changed.ts';
import { findPayment, toPayment } from './payments.store.ts';
import { lockLoan, type LoanBalances, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { planReversal, type ReversalPlan } from './plan-reversal.ts';
import { measureReversal } from './reversal-effect.ts';
import { writeReversal, type PlannedReversal } from './write-reversal.ts';
import { findReversal } from '../loan-account/reversals.store.ts';

const schema = z.object({
  ...reversePaymentContract.params.shape,
  ...reversePaymentContract.body.shape,
});
type ReversalCommand = z.infer<typeof schema>;

type Sent = {
  readonly command: ReversalCommand;
  readonly context: CommandContext;
  readonly held: LockedLoan;
};

/** The steps that `reversePayment` and `requestReversal` share. */
export const reversal = {
  kind: 'reverse-payment',
  schema,
  plan: async (transaction: Transaction, { command, context, held: loan }: Sent) =>
    command.reason.trim() === ''
      ? refuse('reason_missing', { field: 'reason' })
      : planReversal(transaction, loan, {
          ...command,
          businessDate: context.session.businessDate,
        }),
  countTaken: null,
  describe: async (
    transaction: Transaction,
    { command, context, held: loan, plan }: Sent & { readonly plan: ReversalPlan },
  ) => {
    const effect = await measureReversal(transaction, { command, loan, plan }, context);
    const reallocated = effect.reallocated.length;
    return {
      subjectId: command.paymentId,
      subject: loanReference(loan.referenceNumber),
      loanId: command.loanId,
      amountMinor: plan.payment.amountMinor,
      currency: loan.currency,
      before: { ...effect.before, reallocated: 0 },
      after: {
        ...effect.after,
        reallocated,
        ...penaltyFacts({ charged: effect.penalties, waived: effect.waivedPenalties }),
      },
      reason: command.reason,
    };
  },
} as const;

type Reversed = Outcome<AnswerOf<ReversePayment>, FailureOf<ReversePayment>>;

/**
 * Reverses a payment: locks the loan, answers a repeated command, checks, replays later events and
 * writes.
 */
export const reversePayment = fourEyes({
  ...reversal,
  contract: reversePaymentContract,
  // An agent may request the reversal of their own payment but not make it.
  alsoAskedBy: [requestReversal.access],
  hold: async (transaction, { loanId }, { session: { scope } }) => {
    const loan = await lockLoan(transaction, { scope, loanId });
    return loan ? succeed(loan) : refuse('not_found');
  },
  answerEarlier: async (
    transaction,
    { command: { id, paymentId, reason }, held: loan },
  ): Promise<Reversed | null> => {
    const earlier = await findReversal(transaction, { portfolioId: loan.portfolioId, id });
    if (!earlier) return null;
    return earlier.paymentId === paymentId && earlier.reason === reason
      ? answer(transaction, { loan, paymentId, outcome: 'reversed', replayed: true })
      : refuse('id_reused_with_different_content');
  },
  carryOut: async (transaction, { command, context, held: loan, plan }) => {
    const after = await write(transaction, { command, loan, plan }, context);
    return answer(transaction, {
      loan: { ...loan, ...after },
      paymentId: command.paymentId,
      outcome: 'reversed',
      replayed: false,
    });
  },
  answerWaiting: (transaction, { command: { paymentId }, held: loan, plan }) =>
    answer(transaction, {
      loan,
      paymentId,
      outcome: 'awaiting-approval',
      replayed: plan === null,
    }),
});

async function write(
  transaction: Transaction,
  planned: PlannedReversal,
  context: CommandContext,
): Promise<LoanBalances> {
  const { command, loan, plan } = planned;
  const { payment, reallocated } = plan;
  const { session, requestId, now } = context;
  const { loanId, paymentId, reason } = command;
  const { portfolioId, currency } = loan;
  await writeReversal(transaction, planned, context);
  const { businessDate } = session;
  const changed = { portfolioId, loanId, businessDate, requestId, now };
  const after = await afterPaymentsChanged(transaction, changed);
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'reverse-payment',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      outstandingMinor: after.outstandingPrincipalMinor,
      paymentId,
      amountMinor: payment.amountMinor,
      currency,
      valueDate: payment.valueDate,
      reallocated: reallocated.length,
      reason,
    },
  });
  return after;
}

type Answer = AnswerOf<ReversePayment>;

async function answer(
  transaction: Transaction,
  {
    loan,
    paymentId: id,
    ...result
  }: { loan: LockedLoan; paymentId: string } & Pick<Answer, 'outcome' | 'replayed'>,
): Promise<Reversed> {
  const { portfolioId, status, outstandingPrincipalMinor } = loan;
  const payment = await findPayment(transaction, { portfolioId, id });
  if (!payment) throw new Error(`payment ${id} was reversed but is missing`);
  return succeed({
    ...result,
    payment: toPayment(payment),
    outstandingMinor: outstandingPrincipalMinor,
    loanStatus: status,
  });
}
