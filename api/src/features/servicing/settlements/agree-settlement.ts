import {
  requestSettlement as contract,
  type RequestSettlement,
} from '@bursar/contracts/servicing/settlements';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { z } from 'zod';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { lockCharged } from '../charges/charge-missing.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import type { LockedLoan } from '../loan-account/loan-state.store.ts';
import { lockWorkedLoan, type WorkedLoan } from '../loan-account/lock-loan.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { isOwedAgainSince } from '../promises/outdated-settlement.ts';
import { quoteOn } from '../payments/quote-payoff.ts';
import {
  askedMoment,
  byDay,
  describePromise,
  findPromiseRefusal,
  isSamePromise,
  totalOf,
  writePromise,
} from '../promises/make-promise.ts';
import { listLinesOf } from '../promises/promises.store.ts';
import { findSettlement, insertSettlement } from './settlements.store.ts';

const schema = z.object({
  ...contract.params.shape,
  ...contract.body.shape,
  asked: askedMoment,
});
type SettlementCommand = z.infer<typeof schema>;
type Held = {
  readonly portfolioId: string;
  readonly loan: LockedLoan;
  readonly worked: WorkedLoan;
};
type Sent = {
  readonly command: SettlementCommand;
  readonly held: Held;
  readonly context: CommandContext;
};
type Answer = AnswerOf<RequestSettlement>;

const settling = {
  kind: 'agree-settlement',
  contract,
  schema,
  contentOf: ({ asked: _at, lines, ...settlement }: SettlementCommand) => ({
    ...settlement,
    lines: byDay(lines),
  }),
  hold: async (
    transaction: Transaction,
    { loanId }: { readonly loanId: string },
    { session, now }: CommandContext,
  ): Promise<Outcome<Held, 'not_found'>> => {
    // The loan's payoff includes the penalties that end-of-day has not charged yet.
    const loan = await lockCharged(transaction, { loanId, session, now });
    const worked = await lockWorkedLoan(transaction, { scope: session.scope, loanId });
    if (!loan || !worked) return refuse('not_found');
    return succeed({ portfolioId: loan.portfolioId, loan, worked });
  },
  answerEarlier: async (transaction: Transaction, { command, held: { portfolioId } }: Sent) => {
    const earlier = await findSettlement(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const lines = await listLinesOf(transaction, { portfolioId, id: command.id });
    const isSame =
      earlier.loanId === command.loanId &&
      earlier.agreedBy === command.agreedBy &&
      earlier.reason === command.reason.trim() &&
      isSamePromise(lines, command);
    return isSame ? answer('done', true) : refuse('id_reused_with_different_content');
  },
  plan: async (transaction: Transaction, { command, held, context }: Sent) => {
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const { loan, worked } = held;
    const lost = moveAlong(loan.status, 'write-off');
    if (!lost.ok) return lost;
    const promise = { ...command, earlier: 'replace' as const };
    const refusal = await findPromiseRefusal(transaction, worked, { promise, context });
    if (refusal) return { ok: false as const, refusal };
    const { loanId, asked } = command;
    // The request showed the approver the loss of its day. An earlier payment that was reversed
    // since, or refunded credit that was claimed back, makes the loss higher.
    const asShown = { portfolioId: loan.portfolioId, loanId, since: asked?.at ?? '' };
    if (asked && (await isOwedAgainSince(transaction, asShown))) {
      return refuse('settlement_outdated');
    }
    const payoff = await quoteOn(transaction, loan, { loanId, on: context.session.businessDate });
    if (!payoff.ok) return payoff;
    const { totalMinor: payoffMinor, currency } = payoff.value;
    if (totalOf(command.lines) >= payoffMinor) {
      const field = command.lines.length === 1 ? 'lines.0.amountMinor' : 'lines';
      return refuse('settlement_not_below_payoff', { field, details: { payoffMinor, currency } });
    }
    return succeed({ payoffMinor });
  },
  countTaken: null,
  describe: async (
    transaction: Transaction,
    { command, held, context, plan }: Sent & { readonly plan: { readonly payoffMinor: number } },
  ) => {
    const { asked, ...promised } = await describePromise(transaction, command, context);
    const amountMinor = totalOf(command.lines);
    return {
      subjectId: command.loanId,
      subject: loanReference(held.worked.referenceNumber),
      loanId: command.loanId,
      amountMinor,
      currency: held.worked.currency,
      before: {},
      after: {
        payoffMinor: plan.payoffMinor,
        forgoneMinor: plan.payoffMinor - amountMinor,
        ...promised,
        agreedBy: command.agreedBy,
      },
      reason: command.reason.trim(),
      commandToStore: { ...command, asked },
    };
  },
  answerWaiting: async (_transaction: Transaction, { plan }: { readonly plan: unknown }) =>
    answer('awaiting-approval', plan === null),
} as const;

/** Requests a settlement that the borrower agreed to. A second person always decides. */
export const requestSettlement = fourEyes({ ...settling, carryOut: null });

/**
 * Makes the promises of an approved settlement. The remaining principal is written off only after
 * all of them are paid.
 */
export const agreeSettlement = fourEyes({
  ...settling,
  carryOut: async (transaction, { command, held, context, plan }) => {
    const { portfolioId, worked } = held;
    const { agreedBy, reason: _reason, ...lines } = command;
    const promise = { ...lines, earlier: 'replace' as const, contactId: null };
    await writePromise(transaction, worked, { command: promise, context });
    const { businessDate, account } = context.session;
    const { id, loanId } = command;
    const reason = command.reason.trim();
    const amountMinor = totalOf(command.lines);
    await insertSettlement(transaction, {
      portfolioId,
      id,
      loanId,
      amountMinor,
      payoffMinor: plan.payoffMinor,
      agreedOn: command.asked?.on ?? businessDate,
      agreedBy,
      reason,
      approvedBy: context.approvedBy ?? account.id,
      approvedAt: context.now.toISOString(),
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'agree-settlement',
      subject: 'loan',
      subjectId: loanId,
      after: {
        promiseId: id,
        amountMinor,
        payoffMinor: plan.payoffMinor,
        currency: worked.currency,
        agreedBy,
        reason,
      },
    });
    return answer('done', false);
  },
});

const answer = (outcome: Answer['outcome'], replayed: boolean): Outcome<Answer, never> =>
  succeed({ outcome, replayed });
