import {
  exportLoansCsv as exportCsvContract,
  exportLoansWorkbook as exportWorkbookContract,
} from '@bursar/contracts/servicing/loan-exports';
import {
  listLoans,
  listProductsOfLoans,
  type LoanFilter,
} from '@bursar/contracts/servicing/loan-lists';
import {
  listFormerSchedules,
  listLoanAssignments,
  listLoanLedger,
  readLoan as readLoanContract,
} from '@bursar/contracts/servicing/loans';
import { listLoanActivity } from '@bursar/contracts/servicing/loan-activity';
import { bindEndpoint, type Call, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { exportLoansCsv, exportLoansWorkbook } from '../loan-lists/export-loans.ts';
import { scheduleTotalsFolding } from '../loan-lists/fold-totals.ts';
import { scheduleLedgerFolding } from '../ledger/fold-ledger-days.ts';
import { listLedgerOfLoan } from '../ledger/ledger.store.ts';
import { listActivityOfLoan } from './loan-activity.store.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { listAssignmentsOfLoan } from './loan-history.store.ts';
import { listProductsInScope, sumLoans } from '../loan-lists/loan-sums.store.ts';
import { filtersByWork } from '../loan-lists/work-filter.ts';
import { listLoanRows } from '../loan-lists/loans.store.ts';
import { readLoan, shownInstalments, toInstalment } from './read-loan.ts';
import { listFormerSchedulesOf } from '../loan-account/schedule-versions.store.ts';

export function bindLoanRoutes(platform: Platform): void {
  const { database, clock } = platform;
  scheduleTotalsFolding(platform);
  scheduleLedgerFolding(platform);

  bindEndpoint(
    platform,
    listLoans,
    async ({ query, session }) => {
      const { scope, businessDate } = session;
      const [page, sums] = await Promise.all([
        listLoanRows(database, { scope, businessDate, query }),
        readSums(platform, session, query),
      ]);
      return succeed({ ...page, sums, businessDate });
    },
    { isCached: ({ query }) => isOfListedRows(query) && query.with === undefined },
  );

  bindEndpoint(platform, listProductsOfLoans, async ({ session: { scope } }) =>
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
      mayReadApplications: session.permissions.has('read-applications'),
    }),
  );

  bindEndpoint(
    platform,
    listFormerSchedules,
    async ({ params: { loanId }, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { portfolioId } = loan;
      const schedules = await listFormerSchedulesOf(database, { portfolioId, loanId });
      return succeed({
        schedules: schedules.map(({ version, endedBy, instalments }) => {
          const endedOn = endedBy.madeAt.slice(0, 10);
          const then = shownInstalments(instalments, version).map((row) =>
            toInstalment(row, endedOn),
          );
          return { version, endedBy, instalments: then };
        }),
      });
    },
  );

  bindEndpoint(
    platform,
    listLoanLedger,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { currency, portfolioId } = loan;
      const page = await listLedgerOfLoan(database, { ...query, portfolioId, loanId });
      return succeed({ currency, ...page });
    },
  );

  bindEndpoint(
    platform,
    listLoanActivity,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { portfolioId } = loan;
      return succeed(await listActivityOfLoan(database, { ...query, portfolioId, loanId }));
    },
  );

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

type LoansAsked = Call<typeof listLoans>;

/**
 * Returns the sums of the matching loans. Sort order and page do not affect them, so all pages of a
 * filter share one cached answer.
 */
function readSums({ database, answers }: Platform, session: Session, query: LoansAsked['query']) {
  const { scope, businessDate } = session;
  const { sort: _sort, direction: _direction, after: _after, limit: _limit, ...filter } = query;
  const read = () => sumLoans(database, { scope, businessDate, filter });
  if (!answers || !isOfListedRows(filter)) return read();
  const name = `sums of loans ${JSON.stringify(filter)}`;
  return answers.find({ name, session, read, bytesOf: () => SUMS_BYTES });
}

const SUMS_BYTES = 500;

/**
 * Returns whether a filter depends on listed rows only, whose changes discard cached answers.
 * Changes to contacts, promises and plans do not, so filters on these are not cached.
 */
function isOfListedRows(filter: LoanFilter): boolean {
  return !filtersByWork(filter);
}
