import type { BorrowerLoan } from '@bursar/contracts/collections/work-queue';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { bucketOf, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { workFactsOf, workStatesOf } from './work-state.store.ts';

type Moment = {
  readonly businessDate: string;
  readonly timeZone: string;
  readonly now: Date;
};

type Asked = {
  readonly portfolioId: string;
  readonly borrowerIds: readonly string[];
  /** Condition on `loan_state state`: which loans the caller may see. */
  readonly seen: Fragment;
};

type Row = Omit<BorrowerLoan, 'reference' | 'bucket' | 'promise'> & {
  readonly borrowerId: string;
  readonly referenceNumber: number;
  readonly promisedMinor: number | null;
  readonly promisedOn: string | null;
};

/** Lists the active loans of borrowers, the longest overdue first, each with its work state. */
export async function listLoansOfBorrowers(
  sql: Queryable,
  { portfolioId, borrowerIds, seen }: Asked,
  moment: Moment,
): Promise<readonly (BorrowerLoan & { readonly borrowerId: string })[]> {
  const of = sql`${seen} and ${isActiveIn(sql, 'state')} and state.portfolio_id = ${portfolioId}
    and state.loan_id in (select id from loans where portfolio_id = ${portfolioId}
      and borrower_id = any(${[...borrowerIds]}::uuid[]))`;
  const rows = await sql<Row[]>`
    with facts as (${workFactsOf(sql, moment, of)}),
      stated as (${workStatesOf(sql, moment, 'facts')})
    select stated.loan_id, loan.borrower_id, loan.reference_number, loan.currency,
      stated.outstanding_principal_minor as outstanding_minor, owed.due_minor, owed.remaining_minor,
      greatest(stated.days, 0) as days_past_due, stated.work_state as state,
      case when stated.is_promised then stated.promised_minor end as promised_minor,
      case when stated.is_promised then stated.promised_on end as promised_on,
      case when stated.try_again_at > ${moment.now.toISOString()} then stated.try_again_at
        end as try_again_at,
      agent.name as agent
    from stated
    join loans loan on loan.portfolio_id = stated.portfolio_id and loan.id = stated.loan_id
    left join accounts agent on agent.id = stated.agent_id
    cross join lateral (
      select coalesce(sum(unpaid_minor) filter (where due_on <= ${moment.businessDate}), 0)::bigint
          as due_minor,
        coalesce(sum(unpaid_minor), 0)::bigint as remaining_minor
      from (
        select due_on, principal_minor - principal_paid_minor + interest_minor
          - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
          - penalties_paid_minor as unpaid_minor
        from instalments
        where portfolio_id = stated.portfolio_id and loan_id = stated.loan_id
      ) instalment
    ) owed
    order by stated.days desc, loan.reference_number`;
  return rows.map(({ referenceNumber, promisedMinor, promisedOn, ...loan }) => ({
    ...loan,
    reference: loanReference(referenceNumber),
    bucket: bucketOf(loan.daysPastDue),
    promise:
      promisedMinor !== null && promisedOn !== null
        ? { amountMinor: promisedMinor, promisedOn }
        : null,
  }));
}

/** Returns a loan in the form of the API contract, without its borrower's id. */
export function toBorrowerLoan({
  borrowerId: _borrowerId,
  ...loan
}: BorrowerLoan & { readonly borrowerId: string }): BorrowerLoan {
  return loan;
}
