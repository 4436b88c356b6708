import {
  listWriteOffs,
  previewUndoWriteOff as previewUndoContract,
  previewWriteOff as previewContract,
  undoWriteOff as undoContract,
  writeOffLoan as writeOffContract,
} from '@bursar/contracts/servicing/write-offs';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { previewWriteOff } from './plan-write-off.ts';
import { previewUndoWriteOff } from './preview-undo-write-off.ts';
import { undoWriteOff } from './undo-write-off.ts';
import { writeOffLoan } from './write-off-loan.ts';
import { listWriteOffsOfLoan } from './write-offs.store.ts';

export function bindWriteOffRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listWriteOffs, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId, currency } = loan;
    const writeOffs = await listWriteOffsOfLoan(database, { portfolioId, loanId });
    return succeed({ currency, writeOffs });
  });

  bindEndpoint(platform, previewContract, ({ params, session: { scope, businessDate } }) =>
    previewWriteOff(database, { ...params, scope, businessDate }),
  );

  bindEndpoint(platform, writeOffContract, ({ params, body, context }) =>
    writeOffLoan.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, previewUndoContract, ({ params, context }) =>
    previewUndoWriteOff(database, params, context),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoWriteOff.run(database, { ...params, ...body }, context),
  );
}
