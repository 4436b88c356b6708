import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListBorrowerLoans } from '@bursar/contracts/collections/work-queue';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { inScope } from '../../../platform/scope.ts';
import type { Session } from '../../../platform/session.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { findQuietHours, findContacted } from '../contact-log/quiet-hours.store.ts';
import { listLoansOfBorrowers, toBorrowerLoan } from './borrower-loans.store.ts';

const SHOWN = 50;

/**
 * Lists the first other active loans of a loan's borrower that the caller can see, and counts all
 * of them.
 */
export async function readBorrowerLoans(
  database: Database,
  { loanId }: { loanId: string },
  { session: { scope, businessDate }, now }: { session: Session; now: Date },
): Promise<Outcome<AnswerOf<ListBorrowerLoans>, 'not_found'>> {
  const loan = await findLoanInScope(database, { scope, loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const [borrowerId, { timeZone }] = await Promise.all([
    findContacted(database, { portfolioId, loanId, partyId: undefined }),
    findQuietHours(database, portfolioId),
  ]);
  if (borrowerId === null) return refuse('not_found');
  const seen = database`${inScope(database, scope, 'state')} and state.loan_id <> ${loanId}`;
  const loans = await listLoansOfBorrowers(
    database,
    { portfolioId, borrowerIds: [borrowerId], seen },
    { businessDate, timeZone, now },
  );
  return succeed({ loans: loans.slice(0, SHOWN).map(toBorrowerLoan), count: loans.length });
}
