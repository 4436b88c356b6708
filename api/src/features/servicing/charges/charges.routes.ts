import {
  addCharge as addContract,
  listCharges,
  undoWaiver as undoContract,
  waiveCharge as waiveContract,
} from '@bursar/contracts/servicing/charges';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { addCharge } from './add-charge.ts';
import { listChargesOf } from './charges.store.ts';
import { undoWaiver, waiveCharge } from './waive-charge.ts';

export function bindChargeRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listCharges, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId, currency } = loan;
    const asks = (kind: 'add-charge' | 'waive-charge') =>
      needsApproval(database, { portfolioId, kind, loans: null });
    const [charges, adding, waiving] = await Promise.all([
      listChargesOf(database, { portfolioId, loanId }),
      asks('add-charge'),
      asks('waive-charge'),
    ]);
    return succeed({ currency, needsApproval: { adding, waiving }, charges });
  });

  bindEndpoint(platform, addContract, ({ params, body, context }) =>
    addCharge.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, waiveContract, ({ params, body, context }) =>
    waiveCharge.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoWaiver.run(database, { ...params, ...body }, context),
  );
}
