import {
  undoWaiver as undoContract,
  waiveCharge as waiveContract,
} from '@bursar/contracts/charges';
import { z } from 'zod';
import type { CommandContext } from '../../platform/command-context.ts';
import type { Transaction } from '../../platform/database.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { fourEyes } from '../approvals/four-eyes.ts';
import type { LockedLoan } from '../payments/payments.store.ts';
import {
  answerDone,
  answerWaiting,
  describeCharge,
  finishCharge,
  holdLoan,
  planCharge,
  refuseCharge,
  type ChargeCommand,
  type ChargePlan,
} from './book-charge.ts';
import {
  findCharge,
  findWaiver,
  insertWaiver,
  type FoundCharge,
  type NewWaiver,
} from './charges.store.ts';

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
  carryOut: (transaction, sent) =>
    book(transaction, sent, { event: 'waive-charge', undoesId: null }),
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
  carryOut: (transaction, sent) =>
    book(transaction, sent, { event: 'undo-waiver', undoesId: sent.command.waiverId }),
  answerWaiting: (_transaction, { plan }) => answerWaiting(plan),
});

type Waiving = {
  readonly command: ChargeCommand;
  readonly held: LockedLoan;
  readonly context: CommandContext;
  readonly plan: ChargePlan & { readonly charge: FoundCharge };
};

async function book(
  transaction: Transaction,
  sent: Waiving,
  { event, undoesId }: Pick<NewWaiver, 'event' | 'undoesId'>,
) {
  const { command, held, plan } = sent;
  const { session, now } = sent.context;
  await insertWaiver(transaction, {
    portfolioId: held.portfolioId,
    loanId: command.loanId,
    id: command.id,
    event,
    charge: plan.charge,
    undoesId,
    amountMinor: plan.amountMinor,
    currency: held.currency,
    valueDate: session.businessDate,
    reason: command.reason.trim(),
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
  return finishCharge(transaction, sent, { event, chargeId: plan.charge.id });
}

function homeOf({ instalmentNumber: number, dueOn }: FoundCharge) {
  return { number, dueOn };
}
