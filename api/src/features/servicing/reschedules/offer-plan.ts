import { requestPlan as requestContract } from '@bursar/contracts/servicing/reschedules';
import { z } from 'zod';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findActor } from '../../../platform/session.ts';
import {
  decidingPermissions,
  lockOffer,
  markOfferAccepted,
  type StoredOffer,
} from '../../access/approvals/approvals.store.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { answerEarlierReschedule, book, newTermsOf, rescheduling } from './reschedule-loan.ts';

/** Checks the terms that are offered instead of a requested plan. Writes no schedule. */
export async function planOffer(
  transaction: Transaction,
  stored: unknown,
  { terms, context }: { readonly terms: StoredOffer['terms']; readonly context: CommandContext },
) {
  const command = { ...rescheduling.schema.parse(stored), ...terms };
  if (command.plan === undefined) return refuse('offer_not_possible');
  const held = await rescheduling.hold(transaction, command, context);
  if (!held.ok) return held;
  const sent = { command, held: held.value, context };
  const planned = await rescheduling.plan(transaction, sent);
  if (!planned.ok) return planned;
  const { after } = await rescheduling.describe(transaction, { ...sent, plan: planned.value });
  return succeed({ terms, after, scheduleVersion: held.value.scheduleVersion });
}

/**
 * Starts a plan with the terms that were offered when the caller's request was declined. The
 * user who offered them is the second person, and the caller records the borrower's consent.
 */
export const acceptOffer = fourEyes({
  ...rescheduling,
  contract: requestContract,
  schema: z.object({
    ...requestContract.params.shape,
    ...requestContract.body.shape,
    acceptedOffer: requestContract.body.shape.acceptedOffer.unwrap(),
  }),
  answerEarlier: answerEarlierReschedule,
  plan: async (transaction, sent) => {
    const { command, held, context } = sent;
    const { portfolioId, scheduleVersion } = held;
    const offer = await lockOffer(transaction, { portfolioId, id: command.acceptedOffer });
    const isValid =
      offer?.loanId === command.loanId &&
      offer.requestedBy === context.session.account.id &&
      offer.scheduleVersion === scheduleVersion &&
      isSame(offer.terms, command) &&
      (await mayStillDecide(transaction, offer.decidedBy, context));
    if (!isValid) return refuse('offer_no_longer_valid');
    const planned = await rescheduling.plan(transaction, sent);
    return planned.ok ? succeed({ ...planned.value, decidedBy: offer.decidedBy }) : planned;
  },
  isExempt: () => true,
  carryOut: async (transaction, sent) => {
    const { command, held, context, plan } = sent;
    const approved = { ...sent, context: { ...context, approvedBy: plan.decidedBy } };
    const booked = await book(transaction, approved, newTermsOf(plan, command));
    const { portfolioId } = held;
    const at = context.now.toISOString();
    await markOfferAccepted(transaction, { portfolioId, id: command.acceptedOffer, at });
    return booked;
  },
});

const isSame = (offered: StoredOffer['terms'], sent: StoredOffer['terms']): boolean =>
  offered.instalmentCount === sent.instalmentCount &&
  Number(offered.annualRatePercent) === Number(sent.annualRatePercent) &&
  offered.firstDueOn === sent.firstDueOn;

async function mayStillDecide(
  transaction: Transaction,
  accountId: string,
  { session, now }: CommandContext,
): Promise<boolean> {
  const decider = await findActor(transaction, { accountId, now });
  const asked = { kind: rescheduling.kind, requestedBy: session.account.role };
  return decidingPermissions(asked).some((one) => decider?.permissions.has(one));
}
