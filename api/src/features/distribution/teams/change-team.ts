import type { FailureOf } from '@bursar/contracts/endpoint';
import type { ChangeTeam, TeamRow } from '@bursar/contracts/distribution/teams';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { saveEarningTerms } from '../staff/earning-terms.store.ts';
import type { StaffContext } from '../staff/staff-context.ts';
import { teamNameConflict } from './create-team.ts';
import { listTeamRows, updateTeam, type TeamInputs } from './teams.store.ts';

export type TeamChange = TeamInputs & { readonly teamId: string; readonly version: number };

type Changed = Outcome<TeamRow, FailureOf<ChangeTeam>>;

export async function changeTeam(
  database: Database,
  change: TeamChange,
  context: StaffContext,
): Promise<Changed> {
  if (change.name.trim() === '') return refuse('name_missing', { field: 'name' });
  return transactionOrConflict(database, teamNameConflict, (transaction) =>
    changeOne(transaction, change, context),
  );
}

async function changeOne(
  transaction: Transaction,
  change: TeamChange,
  context: StaffContext,
): Promise<Changed> {
  const { teamId } = change;
  const [before] = await listTeamRows(transaction, { ...context.session, teamId });
  if (!before) return refuse('not_found');
  const portfolioId = before.portfolio.id;
  const after = { ...change, name: change.name.trim() };
  if (!(await updateTeam(transaction, { ...after, id: teamId, portfolioId }))) {
    return refuse('changed_since');
  }
  await saveEarningTerms(transaction, {
    ...after,
    portfolioId,
    earnerId: teamId,
    now: context.now,
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'change-team',
    subject: 'team',
    subjectId: teamId,
    before: auditOf(before),
    after: auditOf(after),
  });
  const [changed] = await listTeamRows(transaction, { ...context.session, teamId });
  return changed ? succeed(changed) : refuse('not_found');
}

function auditOf({ name, commissionRatePercent, monthlyTargetMinor }: TeamInputs) {
  return { name, commissionRatePercent, monthlyTargetMinor };
}
