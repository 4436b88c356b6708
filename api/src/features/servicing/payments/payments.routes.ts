import {
  listPayments,
  postPayment as postPaymentContract,
  previewOverpayment as previewOverpaymentContract,
  previewPenalties as previewPenaltiesContract,
  previewReversal as previewReversalContract,
  quotePayoff as quotePayoffContract,
  requestReversal as requestReversalContract,
  reversePayment as reversePaymentContract,
} from '@bursar/contracts/servicing/payments';
import { postSplitPayment as postSplitContract } from '@bursar/contracts/servicing/split-payments';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { listPaymentsOfLoan } from './payments.store.ts';
import { postPayment } from './post-payment.ts';
import { postSplitPayment } from './post-split-payment.ts';
import { previewOverpayment } from './preview-overpayment.ts';
import { previewReversal } from './preview-reversal.ts';
import { previewPenalties } from './preview-penalties.ts';
import { quotePayoff } from './quote-payoff.ts';
import { requestReversal } from './request-reversal.ts';
import { reversePayment } from './reverse-payment.ts';

export function bindPaymentRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(
    platform,
    listPayments,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { portfolioId } = loan;
      return succeed(await listPaymentsOfLoan(database, { ...query, portfolioId, loanId }));
    },
  );

  bindEndpoint(platform, postSplitContract, ({ body, context }) =>
    postSplitPayment(database, body, context),
  );

  bindEndpoint(
    platform,
    postPaymentContract,
    ({ params, body, context }) =>
      postPayment(database, { ...body, loanId: params.loanId, interestUntil: 'date' }, context),
    { leavesSessions: true },
  );

  bindEndpoint(platform, previewOverpaymentContract, ({ params, query, context }) => {
    const { session, now } = context;
    const { scope, businessDate } = session;
    const { amountMinor, valueDate = businessDate } = query;
    const request = { ...params, amountMinor, valueDate, scope, businessDate, now };
    return previewOverpayment(database, request);
  });

  bindEndpoint(platform, previewPenaltiesContract, ({ params, query, context }) => {
    const { valueDate = context.session.businessDate } = query;
    return previewPenalties(database, { ...params, ...query, valueDate }, context);
  });

  bindEndpoint(platform, quotePayoffContract, ({ params, query, context: { session, now } }) =>
    quotePayoff(database, { ...params, session, now, on: query.on ?? session.businessDate }),
  );

  bindEndpoint(platform, previewReversalContract, ({ params, context }) =>
    previewReversal(database, params, context),
  );

  bindEndpoint(platform, reversePaymentContract, ({ params, body, context }) =>
    reversePayment.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, requestReversalContract, ({ params, body, context }) =>
    requestReversal.run(database, { ...params, ...body }, context),
  );
}
