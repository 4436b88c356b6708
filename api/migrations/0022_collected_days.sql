-- Collected principal by day and holder, next to the income, so that reports read both in the same
-- way.
alter table income_days add column principal_minor bigint not null default 0;

update income_days received set principal_minor = standing.principal_minor
from (
  select portfolio_id, value_date, team_id, agent_id, sum(principal_minor)::bigint as principal_minor
  from standing_payments where reversal_id is null group by 1, 2, 3, 4
) standing
where received.portfolio_id = standing.portfolio_id and received.day = standing.value_date
  and received.team_id is not distinct from standing.team_id
  and received.agent_id is not distinct from standing.agent_id;
