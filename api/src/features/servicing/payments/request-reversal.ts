import { requestReversal as requestReversalContract } from '@bursar/contracts/servicing/payments';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { findPayment, toPayment } from './payments.store.ts';
import { lockLoan } from '../loan-account/loan-state.store.ts';
import { reversal } from './reverse-payment.ts';

/**
 * Requests the reversal of a payment that the caller posted. Another person always decides,
 * whatever the rules are. The stored request is the command of a reversal, which an approval
 * carries out.
 */
export const requestReversal = fourEyes({
  ...reversal,
  contract: requestReversalContract,
  hold: async (transaction, { loanId, paymentId }, { session: { account, scope } }) => {
    const loan = await lockLoan(transaction, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const payment = await findPayment(transaction, { portfolioId, id: paymentId });
    if (payment?.loanId !== loanId) return refuse('not_found');
    if (payment.postedById !== account.id) return refuse('payment_not_yours');
    return succeed({ ...loan, payment });
  },
  answerEarlier: async () => null,
  carryOut: null,
  answerWaiting: async (_transaction, { command: { id }, held: { payment }, plan }) => {
    const isWaiting = plan === null;
    const waiting = { ...toPayment(payment), reversalRequestId: id };
    return succeed({ payment: waiting, replayed: isWaiting });
  },
});
