import type { LoanRow, LoanStatus, LoanTag } from '@bursar/contracts/loans';
import { pageOf } from '../../platform/cursor.ts';
import { plannedByValues, type Queryable } from '../../platform/database.ts';
import { todayOf, type Look } from '../../platform/scope.ts';
import { bucketOf, daysPastDueOf } from './arrears.ts';
import { duesOn } from './dues.store.ts';
import { isOfHolders } from './loan-filter.ts';
import { selectPage, type LoanPageQuery } from './select-page.ts';

/** One page by key, so that the hundredth costs what the first does. */
export async function listLoanRows(
  database: Queryable,
  { query, ...look }: Look & { query: LoanPageQuery },
): Promise<{ rows: LoanRow[]; nextCursor: string | null }> {
  const sql = isOfHolders(query) ? database : plannedByValues(database);
  const { page: found, direction } = selectPage(sql, { ...look, query });
  // The page is found among narrow rows; the wide ones are read for its rows alone.
  const rows = await sql<(LoanListRow & { sortValue: string | number })[]>`
    with page as materialized (${found})
    select ${loanColumns(sql, look)}, page.sort_value
    from page
    join loan_state state
      on state.portfolio_id = page.portfolio_id and state.loan_id = page.loan_id
    ${loanJoins(sql)}
    order by page.sort_value ${direction}, page.loan_id ${direction}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.sortValue,
  });
  return {
    rows: page.map(toLoanRow),
    nextCursor,
  };
}

export function loanTables(sql: Queryable) {
  return sql`from loan_state state ${loanJoins(sql)}`;
}

function loanJoins(sql: Queryable) {
  return sql`
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join listed_loans listed
      on listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join teams team on team.portfolio_id = state.portfolio_id and team.id = state.team_id
    left join accounts agent on agent.id = state.agent_id`;
}

export function loanColumns(sql: Queryable, look: Look) {
  const today = todayOf(sql, look, 'state');
  return sql`
    loan.id, loan.reference_number, loan.external_id, loan.borrower_id,
    borrower.name as borrower_name, loan.purpose, loan.grade, state.status, loan.currency,
    loan.principal_minor, state.outstanding_principal_minor, loan.annual_rate_percent,
    loan.disbursed_on, state.oldest_unpaid_due_on, state.oldest_unpaid_minor,
    ${duesOn(sql, 'due_minor', today)} as due_minor,
    ${duesOn(sql, 'arrears_minor', today)} as arrears_minor,
    ${today} as today, state.team_id, team.name as team_name, state.agent_id, agent.name as agent_name,
    (select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name,
        'colour', tag.colour) order by lower(tag.name)), '[]')
      from loan_tags tagged
      join tags tag on tag.portfolio_id = tagged.portfolio_id and tag.id = tagged.tag_id
      where tagged.portfolio_id = state.portfolio_id and tagged.loan_id = state.loan_id
    ) as tags`;
}

export type LoanListRow = {
  id: string;
  referenceNumber: number;
  externalId: string | null;
  borrowerId: string;
  borrowerName: string | null;
  purpose: string;
  grade: string | null;
  status: LoanStatus;
  currency: string;
  principalMinor: number;
  outstandingPrincipalMinor: number;
  annualRatePercent: string;
  disbursedOn: string;
  oldestUnpaidDueOn: string | null;
  oldestUnpaidMinor: number;
  dueMinor: number;
  arrearsMinor: number;
  /** In the loan's portfolio. */
  today: string;
  teamId: string | null;
  teamName: string | null;
  agentId: string | null;
  agentName: string | null;
  tags: LoanTag[];
};

export function toLoanRow(row: LoanListRow): LoanRow {
  const daysPastDue = daysPastDueOf(row, row.today);
  const owes = row.status === 'active';
  return {
    id: row.id,
    reference: loanReference(row.referenceNumber),
    externalId: row.externalId,
    borrower: { id: row.borrowerId, name: row.borrowerName },
    purpose: row.purpose,
    grade: row.grade,
    status: row.status,
    currency: row.currency,
    principalMinor: row.principalMinor,
    outstandingMinor: row.outstandingPrincipalMinor,
    annualRatePercent: plainDecimal(row.annualRatePercent),
    disbursedOn: row.disbursedOn,
    nextDueOn: owes ? row.oldestUnpaidDueOn : null,
    dueMinor: row.dueMinor,
    arrearsMinor: row.arrearsMinor,
    daysPastDue,
    bucket: bucketOf(daysPastDue),
    team: row.teamId && row.teamName ? { id: row.teamId, name: row.teamName } : null,
    agent: row.agentId && row.agentName ? { id: row.agentId, name: row.agentName } : null,
    tags: row.tags,
  };
}

export function loanReference(number: number): string {
  return `L-${String(number).padStart(6, '0')}`;
}

/** numeric(10,6) comes back as `14.070000`; people write `14.07`. */
function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
