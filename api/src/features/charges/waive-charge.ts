import {
  undoWaiver as undoContract,
  waiveCharge as waiveContract,
} from '@bursar/contracts/charges';
import { z } from 'zod';
import type { CommandContext } from '../../platform/command-context.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { fourEyes } from '../approvals/four-eyes.ts';
import {
  answerDone,
  answerWaiting,
  describeCharge,
  finishCharge,
  holdLoan,
  planCharge,
  refuseCharge,
} from './book-charge.ts';
import { findCharge, findWaiver, insertWaiver, type FoundCharge } from './charges.store.ts';

/** Waives what is open of a charge, or a part of it: nothing that was paid comes back. */
export const waiveCharge = fourEyes({
  kind: 'waive-charge',
  contract: waiveContract,
  schema: z.object({ ...waiveContract.params.shape, ...waiveContract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findWaiver(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.event === 'waive-charge' &&
      earlier.chargeId === command.chargeId &&
      earlier.amountMinor === command.amountMinor &&
      earlier.reason === command.reason.trim();
    return isSame ? answerDone() : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, sent) => {
    const { loanId, chargeId, amountMinor } = sent.command;
    const { portfolioId } = sent.held;
    const charge = await findCharge(transaction, { portfolioId, id: chargeId });
    if (charge?.loanId !== loanId) return refuse('not_found');
    const refusal = refuseCharge(sent, 'waive-charge');
    if (refusal) return refusal;
    if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
    const { openMinor } = charge;
    if (amountMinor > openMinor) {
      const details = { openMinor, currency: sent.held.currency };
      return refuse('waiver_exceeds_open', { field: 'amountMinor', details });
    }
    const instalment = homeOf(charge);
    const standing = await planCharge(transaction, sent, { instalment, byMinor: -amountMinor });
    return succeed({ ...standing, amountMinor, charge });
  },
  countTaken: null,
  describe: (_transaction, { plan, ...sent }) =>
    describeCharge(sent, { plan, subjectId: sent.command.chargeId }),
  carryOut: async (transaction, sent) => {
    const { command, held, context, plan } = sent;
    await insertWaiver(transaction, {
      ...madeBy(context),
      portfolioId: held.portfolioId,
      loanId: command.loanId,
      id: command.id,
      event: 'waive-charge',
      charge: plan.charge,
      undoesId: null,
      amountMinor: plan.amountMinor,
      currency: held.currency,
      reason: command.reason.trim(),
    });
    return finishCharge(transaction, sent, { event: 'waive-charge', chargeId: plan.charge.id });
  },
  answerWaiting: (_transaction, { plan }) => answerWaiting(plan),
});

/** Takes a waiver back by the opposite event: what it waived is open again, from today on. */
export const undoWaiver = fourEyes({
  kind: 'undo-waiver',
  contract: undoContract,
  schema: z.object({ ...undoContract.params.shape, ...undoContract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findWaiver(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.undoesId === command.waiverId && earlier.reason === command.reason.trim();
    return isSame ? answerDone() : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, sent) => {
    const { loanId, chargeId, waiverId } = sent.command;
    const { portfolioId } = sent.held;
    const charge = await findCharge(transaction, { portfolioId, id: chargeId });
    const waiver = await findWaiver(transaction, { portfolioId, id: waiverId });
    const isThere = charge?.loanId === loanId && waiver?.chargeId === chargeId;
    if (!isThere || waiver.event !== 'waive-charge') return refuse('not_found');
    if (sent.command.reason.trim() !== '' && waiver.isUndone)
      return refuse('waiver_already_undone');
    const refusal = refuseCharge(sent, 'undo-waiver');
    if (refusal) return refusal;
    const { amountMinor } = waiver;
    const instalment = homeOf(charge);
    const standing = await planCharge(transaction, sent, { instalment, byMinor: amountMinor });
    return succeed({ ...standing, amountMinor, charge });
  },
  countTaken: null,
  describe: (_transaction, { plan, ...sent }) =>
    describeCharge(sent, { plan, subjectId: sent.command.waiverId }),
  carryOut: async (transaction, sent) => {
    const { command, held, context, plan } = sent;
    await insertWaiver(transaction, {
      ...madeBy(context),
      portfolioId: held.portfolioId,
      loanId: command.loanId,
      id: command.id,
      event: 'undo-waiver',
      charge: plan.charge,
      undoesId: command.waiverId,
      amountMinor: plan.amountMinor,
      currency: held.currency,
      reason: command.reason.trim(),
    });
    return finishCharge(transaction, sent, { event: 'undo-waiver', chargeId: plan.charge.id });
  },
  answerWaiting: (_transaction, { plan }) => answerWaiting(plan),
});

function homeOf({ instalmentNumber: number, dueOn }: FoundCharge) {
  return { number, dueOn };
}

function madeBy({ session, now }: CommandContext) {
  const valueDate = session.businessDate;
  return { valueDate, madeBy: session.account.id, madeAt: now.toISOString() };
}
