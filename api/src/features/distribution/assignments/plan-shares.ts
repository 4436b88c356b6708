import type { AssignmentTarget } from '@bursar/contracts/distribution/assignments';
import type { Queryable } from '../../../platform/database.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { spreadOf, type Holder } from './assignment-target.ts';
import type { SelectedLoan } from './selected-loans.store.ts';
import { spreadLoans, type Load } from './spread-loans.ts';

/** The loans that one target would receive, and its load before and after. */
export type Share = {
  readonly holder: Holder;
  readonly moving: readonly SelectedLoan[];
  /** Null if the loans are taken back and become unassigned. */
  readonly target: { readonly id: string; readonly name: string } | null;
  readonly before: Load;
  readonly after: Load;
};

type Plan = {
  readonly portfolioId: string;
  readonly selected: readonly SelectedLoan[];
  /** One target, or several to spread over. */
  readonly holders: readonly Holder[];
  readonly target: AssignmentTarget;
  readonly borrowersTogether: boolean;
};

/** Plans which selected loan goes to which holder. A loan that its target already holds stays. */
export async function planShares(
  sql: Queryable,
  { portfolioId, selected, holders, target: asked, borrowersTogether }: Plan,
): Promise<readonly Share[]> {
  const spread = spreadOf(asked);
  const targets = await readLoads(sql, { portfolioId, holders });
  const rests = targets.map(({ load, holder }) =>
    less(load, sumOf(selected.filter((loan) => isUnder(loan, holder)))),
  );
  const placeOf = (loan: SelectedLoan) => holders.findIndex((holder) => isUnder(loan, holder));
  const places = spreadLoans(
    selected.map((loan) => ({ ...loan, heldAt: placeOf(loan) < 0 ? null : placeOf(loan) })),
    { loads: rests, by: spread?.by ?? 'count', borrowersTogether },
  );
  // A loan that is spread, or that only follows its borrower, stays with its present agent if that
  // agent is in the receiving team. A picked loan that is not spread goes to the team's desk.
  const stays = (loan: SelectedLoan, holder: Holder) =>
    spread || !loan.isPicked ? isUnder(loan, holder) : isHeldBy(loan, holder);
  return targets.map(({ holder, target, load }, place) => {
    const dealt = selected.filter((loan) => places.get(loan.loanId) === place);
    return {
      holder,
      target,
      moving: dealt.filter((loan) => !stays(loan, holder)),
      before: load,
      after: plus(rests[place] ?? nothing, sumOf(dealt)),
    };
  });
}

function isHeldBy(loan: SelectedLoan, { teamId, agentId }: Holder): boolean {
  return loan.teamId === teamId && loan.agentId === agentId;
}

/** Returns whether the loan is with the holder. A team also holds the loans of its agents. */
function isUnder(loan: SelectedLoan, { teamId, agentId }: Holder): boolean {
  return agentId === null ? loan.teamId === teamId : loan.agentId === agentId;
}

const nothing: Load = { loans: 0, outstandingMinor: 0 };

function sumOf(loans: readonly SelectedLoan[]): Load {
  const outstandingMinor = loans.reduce((total, loan) => total + loan.outstandingMinor, 0);
  return { loans: loans.filter(({ isActive }) => isActive).length, outstandingMinor };
}

function less(load: Load, part: Load): Load {
  return {
    loans: load.loans - part.loans,
    outstandingMinor: load.outstandingMinor - part.outstandingMinor,
  };
}

function plus(load: Load, part: Load): Load {
  return {
    loans: load.loans + part.loans,
    outstandingMinor: load.outstandingMinor + part.outstandingMinor,
  };
}

/**
 * Reads the present active loans of each holder, counted as in the lists of agents and teams.
 * Unassigned has no name.
 */
export async function readLoads(
  sql: Queryable,
  { portfolioId, holders }: { portfolioId: string; holders: readonly Holder[] },
) {
  const teamIds = holders.map(({ teamId }) => teamId);
  const agentIds = holders.map(({ agentId }) => agentId);
  const rows = await sql<({ id: string | null; name: string | null } & Load)[]>`
    select coalesce(agent.id, team.id) as id, coalesce(agent.name, team.name) as name,
      coalesce(sum(total.loans) filter (where ${isActiveIn(sql, 'total')}), 0)::bigint as loans,
      coalesce(sum(total.outstanding_principal_minor), 0)::bigint as outstanding_minor
    from unnest(${teamIds}::uuid[], ${agentIds}::uuid[])
      with ordinality as target(team_id, agent_id, place)
    left join teams team on team.portfolio_id = ${portfolioId} and team.id = target.team_id
    left join accounts agent on agent.id = target.agent_id
    left join loan_totals total on total.portfolio_id = ${portfolioId}
      and case when target.agent_id is null then total.team_id is not distinct from target.team_id
        else total.agent_id = target.agent_id end
    group by target.place, agent.id, team.id, agent.name, team.name
    order by target.place`;
  return rows.map(({ id, name, loans, outstandingMinor }, place) => ({
    holder: holders[place] ?? { teamId: null, agentId: null },
    target: id !== null && name !== null ? { id, name } : null,
    load: { loans, outstandingMinor },
  }));
}
