import {
  readUnappliedFunds,
  refundUnappliedFunds as refundContract,
  undoRefund as undoContract,
} from '@bursar/contracts/servicing/unapplied-funds';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { listRefundsOf, readUnappliedFundsOf } from './unapplied-funds.store.ts';
import { refundUnappliedFunds, undoRefund } from './refund-unapplied-funds.ts';

export function bindUnappliedFundsRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readUnappliedFunds, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId, currency } = loan;
    const [funds, refunds, isAsked] = await Promise.all([
      readUnappliedFundsOf(database, { portfolioId, loanId }),
      listRefundsOf(database, { portfolioId, loanId }),
      needsApproval(database, { portfolioId, kind: 'refund-credit', loans: null }),
    ]);
    return succeed({ currency, ...funds, needsApproval: isAsked, refunds });
  });

  bindEndpoint(platform, refundContract, ({ params, body, context }) =>
    refundUnappliedFunds.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoRefund.run(database, { ...params, ...body }, context),
  );
}
