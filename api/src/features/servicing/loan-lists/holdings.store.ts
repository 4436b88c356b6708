import { isActiveIn, isBookedIn } from '../loan-account/arrears.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inScope, todayOf, todaysOf, type Viewer } from '../../../platform/scope.ts';

/**
 * Selects one row per portfolio, team and agent: paid-out loans, active ones, outstanding amount,
 * and loans over 30 days past due. The totals provide all but the last figure; late loans are few
 * and indexed.
 */
export function selectHoldings(sql: Queryable, viewer: Viewer) {
  const { scope } = viewer;
  return sql`
    select portfolio_id, team_id, agent_id, sum(loans)::bigint as loans,
      sum(active)::bigint as active_loans, sum(outstanding_minor)::bigint as outstanding_minor, sum(over30)::bigint as over30
    from (
      select listed.portfolio_id, listed.team_id, listed.agent_id, sum(listed.loans) as loans,
        coalesce(sum(listed.loans) filter (where ${isActiveIn(sql, 'listed')}), 0) as active,
        sum(listed.outstanding_principal_minor) as outstanding_minor, 0 as over30
      from loan_totals listed
      where ${inScope(sql, scope, 'listed')} and ${isBookedIn(sql, 'listed')}
      group by 1, 2, 3
      union all
      select listed.portfolio_id, listed.team_id, listed.agent_id, 0, 0, 0, count(*)
      from loan_list_rows listed
      where ${inScope(sql, scope, 'listed')}
        and listed.next_due_on < ${todayOf(sql, viewer, 'listed')} - 30
        ${scope.role === 'admin' ? sql`and listed.next_due_on < ${todaysOf(sql, viewer).last} - 30` : sql``}
      group by 1, 2, 3
    ) part
    group by 1, 2, 3`;
}
