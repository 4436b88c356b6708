import type { FailureOf } from '@bursar/contracts/endpoint';
import type { Language } from '@bursar/contracts/languages';
import type { CreateTeam, TeamRow } from '@bursar/contracts/distribution/teams';
import { auditCommand } from '../../../platform/audit.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { violatedConstraintOf } from '../../../platform/unique-violation.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { mailPasswordLink } from '../../access/accounts/password-links.ts';
import { insertAccount } from '../../access/accounts/account-changes.store.ts';
import { checkPerson, type Person } from '../staff/check-person.ts';
import { EMAIL_KEY } from '../staff/invite-staff.ts';
import type { StaffContext } from '../staff/staff-context.ts';
import { insertTeam, listTeamRows, type TeamInputs } from './teams.store.ts';

export type NewTeam = TeamInputs & {
  readonly id: string;
  readonly desk: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly language: Language;
  };
};

type Created = Outcome<TeamRow, FailureOf<CreateTeam> | 'not_found'>;

/** Creates a team together with its desk account, so that the team has a user from the start. */
export async function createTeam(
  database: Database,
  team: NewTeam,
  context: StaffContext,
): Promise<Created> {
  const name = team.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const desk = await checkPerson(database, team.desk);
  if (!desk.ok) {
    const { code, field } = desk.refusal;
    return code === 'time_zone_unknown'
      ? refuse('not_found')
      : refuse(code, { field: `desk.${field}` });
  }
  try {
    return await database.begin((transaction) =>
      create(transaction, { ...team, name, person: desk.value }, context),
    );
  } catch (error) {
    const [sent] = isDuplicateKey(error)
      ? await listTeamRows(database, { ...context.session, teamId: team.id })
      : [];
    if (sent) return replay(sent, team);
    if (violatedConstraintOf(error) === EMAIL_KEY)
      return refuse('email_already_used', { field: 'desk.email' });
    if (violatedConstraintOf(error) === TEAM_KEY) return teamNameConflict[TEAM_KEY];
    throw error;
  }
}

async function create(
  transaction: Transaction,
  team: NewTeam & { readonly person: Person },
  context: StaffContext,
): Promise<Created> {
  const { session, now, publicUrl } = context;
  const { scope } = session;
  if (scope.role !== 'user') return refuse('not_found');
  const { portfolioId } = scope;
  const [sent] = await listTeamRows(transaction, { ...context.session, teamId: team.id });
  if (sent) return replay(sent, team);
  await insertTeam(transaction, { ...team, portfolioId }, now);
  const account = {
    ...team.person,
    id: team.desk.id,
    portfolioId,
    teamId: team.id,
    role: 'team' as const,
    language: team.desk.language,
    commissionRatePercent: null,
    monthlyTargetMinor: null,
  };
  await insertAccount(transaction, account, now);
  await mailPasswordLink(transaction, { account, reason: 'invitation', publicUrl, now });
  await recordOpening(transaction, {
    accountId: account.id,
    openedBy: session.account.id,
    kind: 'invite-staff',
    at: now,
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'create-team',
    subject: 'team',
    subjectId: team.id,
    after: { name: team.name, desk: account.email },
  });
  const [made] = await listTeamRows(transaction, { ...context.session, teamId: team.id });
  return made ? succeed(made) : refuse('not_found');
}

/**
 * Answers a repeated request with the team's present state. Refuses if the id is another team's.
 */
function replay(sent: TeamRow, { desk }: NewTeam): Created {
  const isSame = sent.desks.some(({ id }) => id === desk.id);
  return isSame ? succeed(sent) : refuse('id_reused_with_different_content');
}

const TEAM_KEY = 'teams_name_once';
export const teamNameConflict = {
  [TEAM_KEY]: refuse('team_name_already_used', { field: 'name' }),
};
