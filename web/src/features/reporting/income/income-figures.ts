import type { IncomeEarner } from './income.queries.ts';

/** An earner in the table: a team, or an agent below its team. */
export type EarnerLine = {
  readonly key: string;
  readonly depth: 0 | 1;
  readonly figures: IncomeEarner;
};

/**
 * Orders the earners: each team before its agents, or agents alone. The server has sorted by
 * income; teams add up to the total, and agents to their team.
 */
export function lineUpEarners(
  earners: readonly IncomeEarner[],
  top: 'teams' | 'agents',
): readonly EarnerLine[] {
  const agents = earners.filter(({ earner }) => earner.kind === 'agent');
  if (top === 'agents') return agents.map((figures) => toLine(figures, 0));
  return earners
    .filter(({ earner }) => earner.kind === 'team')
    .flatMap((team) => {
      const own = agents.filter(({ earner }) => earner.teamId === team.earner.id);
      // Without income of an agent, the only line below the team would repeat the figures of the
      // team.
      const repeatsTeam = own.length === 1 && own[0]?.earner.id === null;
      return [toLine(team, 0), ...(repeatsTeam ? [] : own.map((agent) => toLine(agent, 1)))];
    });
}

function toLine(figures: IncomeEarner, depth: 0 | 1): EarnerLine {
  const { kind, id, teamId } = figures.earner;
  return { key: `${kind}/${id}/${teamId}`, depth, figures };
}

/**
 * Returns all commission of the lines; null if no line has any. Unlike income, the commission of a
 * team does not contain that of its agents, so both count.
 */
export function commissionOfAll(lines: readonly EarnerLine[]): number | null {
  const earned = lines.flatMap(({ figures }) => figures.commissionMinor ?? []);
  return earned.length === 0 ? null : earned.reduce((sum, one) => sum + one, 0);
}

type IncomeAmounts = { interestMinor: number; feeMinor: number; penaltyMinor: number };

/**
 * Returns the income of some amounts: interest, fees and penalties. The sum is exact, because all
 * are whole minor units.
 */
export function totalOf({ interestMinor, feeMinor, penaltyMinor }: IncomeAmounts): number {
  return interestMinor + feeMinor + penaltyMinor;
}
