import { promiseLimitKinds } from '@bursar/contracts/servicing/promises.values';
import type { NewPromise, PromiseRequest } from '@bursar/contracts/servicing/promises';
import type { Queryable } from '../../../platform/database.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

type Row = Omit<PromiseRequest, 'lines' | 'exceeded'> & {
  readonly lines: NewPromise['lines'];
  readonly exceeded: string;
};

/** Lists the promises of a loan that wait for approval or were not approved, newest first. */
export async function listPromiseRequests(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<PromiseRequest[]> {
  const rows = await sql<Row[]>`
    select request.id, request.currency, request.state, request.command ->> 'contactId' as contact_id,
      request.command -> 'lines' as lines, coalesce(request.after ->> 'exceeded', '') as exceeded,
      request.kind = 'agree-settlement' as is_settlement,
      request.requested_at as made_at, requester.name as made_by
    from approvals request join accounts requester on requester.id = request.requested_by
    where request.portfolio_id = ${portfolioId} and request.loan_id = ${loanId}
      and request.kind in ('make-promise', 'agree-settlement') and request.state <> 'approved'
    order by request.requested_at desc, request.id desc`;
  return rows.map(({ exceeded, ...row }) => ({
    ...row,
    exceeded: promiseLimitKinds.filter((kind) => exceeded.split(', ').includes(kind)),
  }));
}

/** Checks in SQL whether a promise or settlement of the loan waits for approval. */
export const hasPromiseRequest = (sql: Queryable, alias: string) => sql`exists (
  select from approvals request
  where request.portfolio_id = ${sql(alias)}.portfolio_id
    and request.kind in ('make-promise', 'agree-settlement')
    and request.subject_id = ${sql(alias)}.loan_id and request.state = 'waiting')`;
