import type { ImportObstacle } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import {
  activitySinceImport,
  isChargeOpen,
} from '../../servicing/loans/activity-since-import.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/**
 * Lists what users did on the loan since its disbursement and must undo first; locks the loan.
 * Charges from end-of-day are no obstacle, because they are waived with the loan.
 */
export async function listObstacles(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<readonly ImportObstacle[]> {
  const sql = transaction;
  await sql`
    select from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId} for update`;
  const obstacles = Object.entries<(sql: Queryable) => Fragment>({
    ...activitySinceImport,
    'charge-open': chargedSinceDisbursement,
    'party-added': partyAddedSinceDisbursement,
  });
  const marks = obstacles.flatMap(([name, isDone], index) => [
    ...(index > 0 ? [sql`,`] : []),
    sql`case when ${isDone(sql)} then ${name}::text end`,
  ]);
  const [row] = await sql<{ obstacles: ImportObstacle[] }[]>`
    select array_remove(array[${marks}], null) as obstacles
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} is missing`);
  return row.obstacles;
}

/**
 * SQL condition: a user charged the loan after its disbursement, and the charge is not waived in
 * full. Instalment fees have lower numbers than the disbursement event.
 */
function chargedSinceDisbursement(sql: Queryable): Fragment {
  return sql`exists (
    select from charges done
    join application_events paid_out
      on paid_out.portfolio_id = done.portfolio_id and paid_out.id = loan.id
    where done.portfolio_id = loan.portfolio_id and done.loan_id = loan.id
      and done.number > paid_out.number and done.posted_by is not null and ${isChargeOpen(sql)})`;
}

/** SQL condition: the loan has a current party that is not a co-borrower of its application. */
function partyAddedSinceDisbursement(sql: Queryable): Fragment {
  return sql`exists (
    select from loan_parties later
    where later.portfolio_id = loan.portfolio_id and later.loan_id = loan.id
      and later.ended_at is null
      and (later.role, later.borrower_id) not in (
        select 'co-borrower', coalesce(sent.merged_into, sent.id)
        from loan_applications application
        join application_co_borrowers co_borrower on co_borrower.portfolio_id = application.portfolio_id
          and co_borrower.application_id = application.id
        join borrowers sent
          on sent.portfolio_id = co_borrower.portfolio_id and sent.id = co_borrower.borrower_id
        where application.portfolio_id = loan.portfolio_id
          and application.loan_id = loan.id))`;
}
