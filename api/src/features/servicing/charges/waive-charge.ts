import {
  undoWaiver as undoContract,
  waiveCharge as waiveContract,
  type WaiveCharge,
} from '@bursar/contracts/servicing/charges';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { uuid } from '@bursar/contracts/values';
import { z } from 'zod';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import type { LockedLoan } from '../loan-account/loan-state.store.ts';
import { reallocateAfter } from '../loan-account/reallocate-payments.ts';
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
import { insertWaiver, type NewWaiver } from '../loan-account/charge-events.store.ts';
import { findCharge, findWaiver, type FoundCharge } from './charges.store.ts';
import {
  isAskedToWaive,
  isChargedAgain,
  listUnfoundedPenalties,
  readsAsLostReason,
} from '../loan-account/owed-penalties.store.ts';

type WaiveCommand = ChargeCommand & {
  readonly chargeId: string;
  readonly amountMinor: number;
  /**
   * True if the waiver is made because the penalty is no longer justified, for example after a
   * back-dated payment. Users never send it; requests of earlier releases do not store it.
   */
  readonly lostReason?: boolean | undefined;
  /** The id of the payment that made the penalty unjustified; null if another event did. */
  readonly causedBy?: string | null | undefined;
};
type WaiverPlan = ChargePlan & { readonly charge: FoundCharge; readonly lostReason: boolean };

/** The steps that `waiveCharge` and `requestWaiver` share. */
const waiving = {
  kind: 'waive-charge',
  contract: waiveContract,
  schema: z.object({
    ...waiveContract.params.shape,
    ...waiveContract.body.shape,
    lostReason: z.boolean().optional(),
    causedBy: uuid.nullable().optional(),
  }),
  contentOf: ({ lostReason: _stored, causedBy: _cause, ...asked }: WaiveCommand) => asked,
  hold: holdLoan,
  plan: async (
    transaction: Transaction,
    sent: {
      readonly command: WaiveCommand;
      readonly held: LockedLoan;
      readonly context: CommandContext;
    },
  ): Promise<Outcome<WaiverPlan, FailureOf<WaiveCharge>>> => {
    const { loanId, chargeId, amountMinor } = sent.command;
    const { portfolioId } = sent.held;
    const charge = await findCharge(transaction, { portfolioId, id: chargeId });
    if (charge?.loanId !== loanId) return refuse('not_found');
    const lostMinor = charge.isLate ? await lostReasonOf(transaction, { portfolioId, charge }) : 0;
    // A closed loan is accepted if the penalty is no longer justified: the payment that settled the
    // loan may be the one that made the penalty unjustified.
    const mayBeClosed = lostMinor > 0;
    const refusal = refuseCharge(sent, 'waive-charge', { mayBeClosed });
    if (refusal) return refusal;
    if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
    // The penalty may be justified again, for example because the payment bounced. Penalties from
    // before a reschedule are not calculated again, so their requests remain valid.
    const isSettledBefore = charge.chargedOn < (sent.held.rescheduledOn ?? '');
    if (isForLostReason(sent) && amountMinor > lostMinor && !isSettledBefore) {
      return refuse('waiver_reason_gone');
    }
    const openMinor = Math.max(charge.openMinor, lostMinor);
    if (amountMinor > openMinor) {
      const details = { openMinor, currency: sent.held.currency };
      return refuse('waiver_exceeds_open', { field: 'amountMinor', details });
    }
    const lostReason = amountMinor <= lostMinor;
    const requestId = sent.command.id;
    const asked = { portfolioId, chargeId, lostMinor, requestId };
    // If a waiting request covers the whole unjustified amount and a part of that amount were
    // waived first, the request would be refused and the rest would remain charged.
    if (lostReason && (await isAskedToWaive(transaction, asked))) {
      return refuse('request_already_waiting');
    }
    const instalment = homeOf(charge);
    const planned = await planCharge(transaction, sent, { instalment, byMinor: -amountMinor });
    return succeed({ ...planned, amountMinor, charge, lostReason });
  },
  countTaken: null,
  describe: (
    _transaction: Transaction,
    {
      plan,
      ...sent
    }: { readonly command: WaiveCommand; readonly held: LockedLoan; readonly plan: WaiverPlan },
  ) => {
    const { command } = sent;
    // A waiver that the system requests has its own id as its subject, not that of the charge. So
    // it is accepted even if a waiver of the same charge out of goodwill waits for approval.
    const subjectId = command.lostReason ? command.id : command.chargeId;
    const commandToStore = { ...command, lostReason: plan.lostReason };
    return { ...describeCharge(sent, { plan, subjectId }), commandToStore };
  },
  answerWaiting: (_transaction: Transaction, { plan }: { readonly plan: WaiverPlan | null }) =>
    answerWaiting(plan),
} as const;

/**
 * Waives the open amount of a charge, or a part of it. Paid money is not returned, except on a
 * penalty that is no longer justified: payments on it are allocated again.
 */
export const waiveCharge = fourEyes({
  ...waiving,
  // A payment, its reversal or an undone reschedule requests this waiver for penalties that are no
  // longer justified, whatever the permissions of the user.
  alsoAskedBy: ['post-payment', 'reverse-payment', 'request-reversal', 'reschedule-loan'],
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
  carryOut: (transaction, sent) =>
    book(transaction, sent, { event: 'waive-charge', undoesId: null }),
});

/** Requests a waiver that the user has no permission to make. A second person always decides. */
export const requestWaiver = fourEyes({
  ...waiving,
  answerEarlier: async () => null,
  carryOut: null,
});

function isForLostReason({
  command: { lostReason, reason },
  context: { approvedBy },
}: {
  readonly command: WaiveCommand;
  readonly context: CommandContext;
}): boolean {
  return lostReason ?? (approvedBy !== undefined && readsAsLostReason(reason));
}

/**
 * Returns the amount of a penalty that is no longer justified; 0 if the whole penalty is justified.
 * The amount counts even if a user decided on it, or was asked to decide.
 */
async function lostReasonOf(
  transaction: Transaction,
  { portfolioId, charge }: { readonly portfolioId: string; readonly charge: FoundCharge },
): Promise<number> {
  const { loanId, id } = charge;
  const unfounded = await listUnfoundedPenalties(transaction, {
    portfolioId,
    loanId,
    withDecided: true,
  });
  return unfounded.find(({ chargeId }) => chargeId === id)?.amountMinor ?? 0;
}

/** Undoes a waiver with the opposite event. The waived amount is open again from today. */
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
    if (await isChargedAgain(transaction, { portfolioId, waiverId })) {
      return refuse('penalty_charged_again');
    }
    const { amountMinor } = waiver;
    const instalment = homeOf(charge);
    const planned = await planCharge(transaction, sent, { instalment, byMinor: amountMinor });
    return succeed({ ...planned, amountMinor, charge });
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
  readonly plan: ChargePlan & { readonly charge: FoundCharge; readonly lostReason?: boolean };
};

async function book(
  transaction: Transaction,
  sent: Waiving,
  { event, undoesId }: Pick<NewWaiver, 'event' | 'undoesId'>,
) {
  const { command, held, plan } = sent;
  const { session, now } = sent.context;
  const { loanId, id } = command;
  const { charge, amountMinor, lostReason = false } = plan;
  const made = { madeBy: session.account.id, madeAt: now.toISOString() };
  const takeOff = () =>
    insertWaiver(transaction, {
      portfolioId: held.portfolioId,
      loanId,
      id,
      event,
      charge,
      undoesId,
      lostReason,
      amountMinor,
      currency: held.currency,
      valueDate: session.businessDate,
      reason: command.reason.trim(),
      ...made,
    });
  if (lostReason) {
    const { instalmentNumber, chargedOn: day } = charge;
    const waived = { chargeId: charge.id, instalmentNumber, amountMinor };
    const { businessDate } = session;
    const moving = { loan: held, loanId, day, causeId: id, businessDate, waived, ...made };
    await reallocateAfter(transaction, moving, takeOff);
  } else {
    await takeOff();
  }
  return finishCharge(transaction, sent, { event, chargeId: plan.charge.id });
}

function homeOf({ instalmentNumber: number, dueOn }: FoundCharge) {
  return { number, dueOn };
}
