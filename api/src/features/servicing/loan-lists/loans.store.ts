import type { FactValues } from '@bursar/contracts/fact-kinds';
import { listedBorrowerFacts, listedLoanFacts } from '@bursar/contracts/servicing/loans';
import type { LoanRow, LoanTag } from '@bursar/contracts/servicing/loans';
import type { LoanStatus } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { listedFactColumns, plainRates } from '../../../platform/facts.ts';
import { todayOf, type Viewer } from '../../../platform/scope.ts';
import { bucketOf, daysPastDueOf } from '../loan-account/arrears.ts';
import { duesOn } from './dues.store.ts';
import { isOfHolders } from './loan-filter.ts';
import { readWorkOfLoans } from './loan-work.store.ts';
import { selectPage, type LoanPageQuery } from './select-page.ts';

/**
 * Maximum size of a page that is read from the primary if it is filtered only by holder, status or
 * product. A check whether a replica is fresh enough would cost more than so small a page.
 */
const LIGHT_PAGE = 200;

/**
 * Lists a page of loans by keyset pagination, so that page 100 costs as much as page 1. A row of
 * `loan_list_rows` has all shown values except tags and the names of its holders.
 */
export async function listLoanRows(
  database: Queryable,
  { query, ...viewer }: Viewer & { query: LoanPageQuery & { readonly with?: 'work' | undefined } },
): Promise<{ rows: LoanRow[]; nextCursor: string | null }> {
  const isLight = isOfHolders(query) && query.limit <= LIGHT_PAGE;
  const sql = isLight ? database : replicaReads(database);
  const { page: found, direction } = selectPage(sql, { ...viewer, query });
  // One lookup fetches the tags of the whole page, because a lookup per row would dominate the
  // cost.
  const rows = await sql<(LoanListRow & { sortValue: string | number })[]>`
    with page as materialized (${found})
    select ${loanColumns(sql, viewer)}, coalesce(worn.tags, '[]') as tags, listed.sort_value
    from page listed
    ${holdersOfListed(sql)}
    left join (
      select tagged.portfolio_id, tagged.loan_id, ${shownTags(sql)} as tags
      from page
      join loan_tags tagged
        on tagged.portfolio_id = page.portfolio_id and tagged.loan_id = page.loan_id
      join tags tag on tag.portfolio_id = tagged.portfolio_id and tag.id = tagged.tag_id
      group by 1, 2
    ) worn on worn.portfolio_id = listed.portfolio_id and worn.loan_id = listed.loan_id
    order by listed.sort_value ${direction}, listed.loan_id ${direction}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.sortValue,
  });
  const listed = page.map(toLoanRow);
  if (query.with !== 'work') return { rows: listed, nextCursor };
  const workOf = await readWorkOfLoans(sql, { ...viewer, loanIds: listed.map(({ id }) => id) });
  return {
    rows: listed.map((row) => {
      const work = workOf.get(row.id);
      return work ? { ...row, work } : row;
    }),
    nextCursor,
  };
}

/** Lists the loans of `page`, which selects from `loan_list_rows`, without their tags. */
export async function listRowsOf(
  sql: Queryable,
  viewer: Viewer,
  { page, by }: { readonly page: Fragment; readonly by: Fragment },
): Promise<LoanRow[]> {
  const rows = await sql<LoanListRow[]>`
    select ${loanColumns(sql, viewer)}, '[]'::jsonb as tags
    from (${page}) listed
    ${holdersOfListed(sql)}
    order by ${by}`;
  return rows.map(toLoanRow);
}

/**
 * Builds the joins that `loanColumns` needs next to `loan_list_rows listed`. Tags are joined
 * separately.
 */
export function holdersOfListed(sql: Queryable) {
  return sql`
    left join teams team on team.portfolio_id = listed.portfolio_id and team.id = listed.team_id
    left join accounts agent on agent.id = listed.agent_id`;
}

export function loanColumns(sql: Queryable, viewer: Viewer) {
  const today = todayOf(sql, viewer, 'listed');
  return sql`
    listed.loan_id as id, listed.reference_number, listed.borrower_id,
    listed.borrower_shown as borrower_name, listed.status,
    ${listedFactColumns(sql, listedFacts, viewer.scope.role)},
    listed.currency, listed.outstanding_principal_minor,
    case listed.status when 'active' then listed.next_due_on end as next_due_on,
    ${duesOn(sql, 'due_minor', today)} as due_minor,
    ${duesOn(sql, 'arrears_minor', today)} as arrears_minor,
    ${today} as today, listed.team_id, team.name as team_name, listed.agent_id,
    agent.name as agent_name`;
}

const listedFacts = { ...listedLoanFacts, ...listedBorrowerFacts };

/** SQL expression for the tags of a loan from `tags tag`, by name, as a JSON array. */
export function shownTags(sql: Queryable) {
  return sql`jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name, 'colour', tag.colour)
    order by lower(tag.name))`;
}

export type LoanListRow = FactValues<typeof listedFacts> & {
  id: string;
  referenceNumber: number;
  borrowerId: string;
  borrowerName: string | null;
  status: LoanStatus;
  currency: string;
  outstandingPrincipalMinor: number;
  /** Only an active loan has a next instalment. */
  nextDueOn: string | null;
  dueMinor: number;
  arrearsMinor: number;
  today: string;
  teamId: string | null;
  teamName: string | null;
  agentId: string | null;
  agentName: string | null;
  tags: LoanTag[];
};

export function toLoanRow(row: LoanListRow): LoanRow {
  const { status, nextDueOn } = row;
  const daysPastDue = daysPastDueOf({ status, oldestUnpaidDueOn: nextDueOn }, row.today);
  return {
    id: row.id,
    reference: loanReference(row.referenceNumber),
    borrower: {
      id: row.borrowerId,
      name: row.borrowerName,
      ...plainRates(listedBorrowerFacts, row),
    },
    status,
    currency: row.currency,
    outstandingMinor: row.outstandingPrincipalMinor,
    nextDueOn,
    dueMinor: row.dueMinor,
    arrearsMinor: row.arrearsMinor,
    daysPastDue,
    bucket: bucketOf(daysPastDue),
    team: row.teamId && row.teamName ? { id: row.teamId, name: row.teamName } : null,
    agent: row.agentId && row.agentName ? { id: row.agentId, name: row.agentName } : null,
    tags: row.tags,
    // Spread last, because a dozen properties after a spread would turn each row object into a hash
    // table.
    ...plainRates(listedLoanFacts, row),
  };
}

export function loanReference(number: number): string {
  return `L-${String(number).padStart(6, '0')}`;
}
