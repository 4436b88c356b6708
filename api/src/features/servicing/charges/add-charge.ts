import { addCharge as contract } from '@bursar/contracts/servicing/charges';
import { homeOfCharge } from '@bursar/contracts/servicing/loan-to-replay';
import { z } from 'zod';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { listInstalments } from '../loan-account/instalments.store.ts';
import {
  answerDone,
  answerWaiting,
  describeCharge,
  finishCharge,
  holdLoan,
  planCharge,
  refuseCharge,
} from './book-charge.ts';
import { insertCharges } from '../loan-account/charge-events.store.ts';
import { findCharge } from './charges.store.ts';

const event = 'add-charge';

/**
 * Charges a fee or a penalty. The charge counts from today. It is due with the first instalment on
 * or after the chosen day, or on that day itself if no such instalment exists.
 */
export const addCharge = fourEyes({
  kind: event,
  contract,
  schema: z.object({ ...contract.params.shape, ...contract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findCharge(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.loanId === command.loanId &&
      earlier.portion === command.portion &&
      earlier.kind === command.kind &&
      earlier.amountMinor === command.amountMinor &&
      earlier.dueOn === command.dueOn &&
      earlier.reason === command.reason.trim();
    return isSame ? answerDone() : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, sent) => {
    const { command, held } = sent;
    const refusal = refuseCharge(sent, event);
    if (refusal) return refusal;
    if (command.currency !== held.currency) {
      const details = { currency: held.currency };
      return refuse('currency_differs', { field: 'currency', details });
    }
    if (command.amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
    const { disbursedOn, portfolioId } = held;
    if (command.dueOn < disbursedOn) {
      const details = { disbursedOn };
      return refuse('value_date_before_disbursement', { field: 'dueOn', details });
    }
    const { loanId, dueOn, amountMinor } = command;
    const rows = await listInstalments(transaction, { portfolioId, loanId });
    const home = homeOfCharge(rows, dueOn);
    const last = rows.reduce((highest, { number }) => Math.max(highest, number), 0);
    const instalment = home ?? { number: last + 1, dueOn };
    const planned = await planCharge(transaction, sent, { instalment, byMinor: amountMinor });
    return succeed({ ...planned, amountMinor, instalment, isAfterLast: home === undefined });
  },
  countTaken: null,
  describe: (_transaction, { plan, ...sent }) =>
    describeCharge(sent, { plan, subjectId: sent.command.id }),
  carryOut: async (transaction, sent) => {
    const { command, held, context, plan } = sent;
    const { session, now } = context;
    await insertCharges(transaction, [
      {
        ...command,
        portfolioId: held.portfolioId,
        instalment: plan.instalment,
        isAfterLast: plan.isAfterLast,
        reason: command.reason.trim(),
        chargedOn: session.businessDate,
        madeBy: session.account.id,
        madeAt: now.toISOString(),
      },
    ]);
    return finishCharge(transaction, sent, { event, chargeId: command.id });
  },
  answerWaiting: (_transaction, { plan }) => answerWaiting(plan),
});
