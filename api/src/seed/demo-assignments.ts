import { addDays } from '@bursar/loan-maths';
import type { DemoRows } from './demo-tables.ts';
import { momentOf, sumOf, type Booking, type Placed } from './placed-loan.ts';

/**
 * Adds the assignments: the manager gave each day's loans to teams on the next day, and desks gave
 * them to agents on the day after.
 */
export function addAssignments(rows: DemoRows, placed: readonly Placed[], booking: Booking): void {
  const toTeams = groupBy(
    placed.filter((loan) => loan.teamId),
    (loan) => `${loan.disbursedOn}/${loan.teamId}`,
  );
  const toAgents = groupBy(
    placed.filter((loan) => loan.agentId),
    (loan) => `${loan.disbursedOn}/${loan.agentId}`,
  );
  for (const loans of toTeams.values()) addBatch(rows, { loans, step: 'team', booking });
  for (const loans of toAgents.values()) addBatch(rows, { loans, step: 'agent', booking });
}

type DemoBatch = {
  readonly loans: readonly Placed[];
  readonly step: 'team' | 'agent';
  readonly booking: Booking;
};

function addBatch(
  rows: DemoRows,
  { loans, step, booking: { random, people, today } }: DemoBatch,
): void {
  const [first] = loans;
  const day = first && addDays(first.disbursedOn, step === 'team' ? 1 : 2);
  if (!first || !day || day > today) return;
  const { portfolioId, managerId, desks } = people;
  const at = momentOf(day, 8).toISOString();
  const id = random.uuid(momentOf(day, 8));
  const agentId = step === 'agent' ? first.agentId : null;
  const by = step === 'team' ? managerId : (desks.get(first.teamId ?? '') ?? managerId);
  const owed = sumOf(loans, (loan) => loan.principalMinor);
  rows.assignment_batches.push({
    portfolioId,
    id,
    kind: 'assign',
    toTeamId: first.teamId,
    toAgentId: agentId,
    loanCount: loans.length,
    outstandingMinor: owed,
    madeBy: by,
    madeAt: at,
  });
  for (const loan of loans) {
    rows.assignments.push({
      portfolioId,
      batchId: id,
      loanId: loan.id,
      fromTeamId: step === 'team' ? null : loan.teamId,
      toTeamId: loan.teamId,
      toAgentId: agentId,
      madeAt: at,
    });
  }
}

function groupBy(loans: readonly Placed[], keyOf: (loan: Placed) => string): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const loan of loans) {
    const group = groups.get(keyOf(loan)) ?? [];
    group.push(loan);
    groups.set(keyOf(loan), group);
  }
  return groups;
}
