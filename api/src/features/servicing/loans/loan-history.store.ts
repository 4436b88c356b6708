import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListLoanAssignments } from '@bursar/contracts/servicing/loans';
import type { Queryable } from '../../../platform/database.ts';

export async function listAssignmentsOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<AnswerOf<ListLoanAssignments>['assignments']> {
  const rows = await sql<AnswerOf<ListLoanAssignments>['assignments']>`
    select batch.id as batch_id, batch.kind, batch.reason, assignment.made_at,
      from_team.name as from_team, from_agent.name as from_agent,
      to_team.name as to_team, to_agent.name as to_agent, maker.name as made_by
    from assignments assignment
    join assignment_batches batch
      on batch.portfolio_id = assignment.portfolio_id and batch.id = assignment.batch_id
    join accounts maker on maker.id = batch.made_by
    left join teams from_team
      on from_team.portfolio_id = assignment.portfolio_id and from_team.id = assignment.from_team_id
    left join teams to_team
      on to_team.portfolio_id = assignment.portfolio_id and to_team.id = assignment.to_team_id
    left join accounts from_agent on from_agent.id = assignment.from_agent_id
    left join accounts to_agent on to_agent.id = assignment.to_agent_id
    where assignment.portfolio_id = ${portfolioId} and assignment.loan_id = ${loanId}
    order by assignment.number desc, assignment.made_at desc, batch.id desc`;
  return rows.map((row) => ({ ...row }));
}
