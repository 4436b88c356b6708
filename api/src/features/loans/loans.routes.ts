import {
  exportLoansCsv as exportCsvContract,
  exportLoansWorkbook as exportWorkbookContract,
} from '@bursar/contracts/loan-exports';
import { listLoans, listProducts } from '@bursar/contracts/loan-lists';
import {
  listLoanAssignments,
  listLoanLedger,
  readLoan as readLoanContract,
} from '@bursar/contracts/loans';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { exportLoansCsv, exportLoansWorkbook } from './export-loans.ts';
import { keepTotalsFolded } from './fold-totals.ts';
import { findLoanInScope, listAssignmentsOfLoan, listLedgerOfLoan } from './loan-history.store.ts';
import { listProductsInScope, sumLoans } from './loan-sums.store.ts';
import { listLoanRows } from './loans.store.ts';
import { readLoan } from './read-loan.ts';

export function bindLoanRoutes(platform: Platform): void {
  const { database, clock } = platform;
  keepTotalsFolded(platform);

  bindEndpoint(platform, listLoans, async ({ query, session }) => {
    const { scope, businessDate } = session;
    const [page, sums] = await Promise.all([
      listLoanRows(database, { scope, businessDate, query }),
      sumLoans(database, { scope, businessDate, filter: query }),
    ]);
    return succeed({ ...page, sums, businessDate });
  });

  bindEndpoint(platform, listProducts, async ({ session: { scope } }) =>
    succeed({ products: await listProductsInScope(database, scope) }),
  );

  bindEndpoint(platform, exportCsvContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="loans-${businessDate}.csv"`);
    return succeed(exportLoansCsv(database, { scope, businessDate, exported: body }));
  });

  bindEndpoint(platform, exportWorkbookContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    const request = { scope, businessDate, exported: body };
    const workbook = await exportLoansWorkbook(database, request);
    if (workbook.ok) {
      reply.header('content-disposition', `attachment; filename="loans-${businessDate}.xlsx"`);
    }
    return workbook;
  });

  bindEndpoint(platform, readLoanContract, ({ params, session }) =>
    readLoan(database, {
      scope: session.scope,
      loanId: params.loanId,
      businessDate: session.businessDate,
      now: clock.now(),
    }),
  );

  bindEndpoint(platform, listLoanLedger, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { currency, portfolioId } = loan;
    return succeed({
      currency,
      transactions: await listLedgerOfLoan(database, { portfolioId, loanId }),
    });
  });

  bindEndpoint(
    platform,
    listLoanAssignments,
    async ({ params: { loanId }, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { portfolioId } = loan;
      return succeed({
        assignments: await listAssignmentsOfLoan(database, { portfolioId, loanId }),
      });
    },
  );
}
