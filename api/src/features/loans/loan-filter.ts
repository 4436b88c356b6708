import type { ArrearsBucket, LoanFilter } from '@bursar/contracts/loans';
import type { Queryable } from '../../platform/database.ts';
import { allOf, anywhere } from '../../platform/conditions.ts';
import { inScope, type Scope } from '../../platform/scope.ts';
import { inBucket } from './arrears.ts';

/**
 * The predicate of every loan list, of its sums, and of "all that match" in a bulk action: scope
 * first, then what the person chose. Stands beside `loan_state state`, `loans loan`,
 * `borrowers borrower`.
 */
export function matchesFilter(
  sql: Queryable,
  { scope, filter, businessDate }: { scope: Scope; filter: LoanFilter; businessDate: string },
) {
  return allOf(sql, [
    inScope(sql, scope, 'state'),
    inView(sql, scope, filter.view),
    ...(filter.q?.trim() ? [matchesText(sql, filter.q.trim())] : []),
    ...(filter.status ? [sql`state.status in ${sql(filter.status.split(','))}`] : []),
    ...(filter.bucket ? [inAnyBucket(sql, filter.bucket, businessDate)] : []),
    ...(filter.teamId ? [sql`state.team_id = ${filter.teamId}`] : []),
    ...(filter.agentId ? [sql`state.agent_id = ${filter.agentId}`] : []),
    ...(filter.importId ? [sql`loan.import_id = ${filter.importId}`] : []),
    ...(filter.tagIds ? [hasAnyTag(sql, filter.tagIds)] : []),
    ...(filter.outstandingFromMinor === undefined
      ? []
      : [sql`state.outstanding_principal_minor >= ${filter.outstandingFromMinor}`]),
    ...(filter.outstandingToMinor === undefined
      ? []
      : [sql`state.outstanding_principal_minor <= ${filter.outstandingToMinor}`]),
    // Only an active loan has a next due date: a lost one keeps its schedule open.
    ...(filter.dueFrom || filter.dueTo ? [sql`state.status = 'active'`] : []),
    ...(filter.dueFrom ? [sql`state.oldest_unpaid_due_on >= ${filter.dueFrom}`] : []),
    ...(filter.dueTo ? [sql`state.oldest_unpaid_due_on <= ${filter.dueTo}`] : []),
  ]);
}

/** Unassigned means: nobody one step below the caller holds the loan. */
function inView(sql: Queryable, scope: Scope, view: LoanFilter['view']) {
  if (view === 'all' || scope.role === 'agent') return sql`true`;
  const holder = scope.role === 'team' ? sql`state.agent_id` : sql`state.team_id`;
  return view === 'unassigned' ? sql`${holder} is null` : sql`${holder} is not null`;
}

function inAnyBucket(sql: Queryable, buckets: string, businessDate: string) {
  // The contract's pattern lets only names of buckets through.
  const names = buckets.split(',') as ArrearsBucket[];
  const any = names
    .map((name) => inBucket(sql, name, businessDate))
    .reduce((all, one) => sql`${all} or ${one}`);
  return sql`(${any})`;
}

function hasAnyTag(sql: Queryable, tagIds: string) {
  return sql`exists (
    select from loan_tags tagged
    where tagged.portfolio_id = state.portfolio_id and tagged.loan_id = state.loan_id
      and tagged.tag_id = any(${tagIds.split(',')}::uuid[]))`;
}

/** A reference in any spelling (L-000123, 123), an external id, or a part of a name. */
function matchesText(sql: Queryable, text: string) {
  const number = /^l?-?0*(\d{1,15})$/i.exec(text)?.[1];
  const part = anywhere(text);
  const byNumber = number ? sql`loan.reference_number = ${Number(number)}` : sql`false`;
  return sql`(${byNumber} or loan.external_id = ${text} or borrower.name ilike ${part}
    or borrower.external_id = ${text} or borrower.phone = ${text})`;
}
