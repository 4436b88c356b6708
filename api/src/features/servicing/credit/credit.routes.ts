import {
  readCredit,
  refundCredit as refundContract,
  undoRefund as undoContract,
} from '@bursar/contracts/servicing/credit';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { listRefundsOf, readCreditOf } from './credit.store.ts';
import { refundCredit, undoRefund } from './refund-credit.ts';

export function bindCreditRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readCredit, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId, currency } = loan;
    const [kept, refunds, isAsked] = await Promise.all([
      readCreditOf(database, { portfolioId, loanId }),
      listRefundsOf(database, { portfolioId, loanId }),
      needsApproval(database, { portfolioId, kind: 'refund-credit', loans: null }),
    ]);
    return succeed({ currency, ...kept, needsApproval: isAsked, refunds });
  });

  bindEndpoint(platform, refundContract, ({ params, body, context }) =>
    refundCredit.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoRefund.run(database, { ...params, ...body }, context),
  );
}
