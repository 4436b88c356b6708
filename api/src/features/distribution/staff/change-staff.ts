import type { FailureOf } from '@bursar/contracts/endpoint';
import type { ChangeStaff, StaffRow } from '@bursar/contracts/distribution/staff';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { mailPasswordLink, voidWaysIn } from '../../access/accounts/password-links.ts';
import {
  setEmailSetBy,
  updateAccount,
  type AccountChange,
} from '../../access/accounts/account-changes.store.ts';
import { hasOpenAbsenceCover } from '../absence-cover/absence-cover.store.ts';
import { countLoansHeld, findTeam } from './accounts-of-staff.store.ts';
import { checkPerson, type PersonInputs } from './check-person.ts';
import { saveEarningTerms } from './earning-terms.store.ts';
import { emailConflict } from './invite-staff.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged } from './find-managed.ts';
import { findStaff } from './staff.store.ts';

export type StaffChange = PersonInputs &
  Pick<AccountChange, 'language' | 'commissionRatePercent' | 'monthlyTargetMinor' | 'teamId'> & {
    readonly accountId: string;
    readonly version: number;
  };

type Changed = Outcome<StaffRow, FailureOf<ChangeStaff>>;

/** Changes a person's details, unless another user has changed them since the form was opened. */
export async function changeStaff(
  database: Database,
  change: StaffChange,
  context: StaffContext,
): Promise<Changed> {
  return transactionOrConflict(database, emailConflict, (transaction) =>
    changeOne(transaction, change, context),
  );
}

async function changeOne(
  transaction: Transaction,
  change: StaffChange,
  context: StaffContext,
): Promise<Changed> {
  const { accountId } = change;
  const managed = await findManaged(transaction, { ...context.session, accountId });
  if (!managed) return refuse('not_found');
  const { before, portfolioId } = managed;
  const person = await checkPerson(transaction, change);
  if (!person.ok) return person;
  const team = await findNewTeam(transaction, { change, before, context });
  if (!team.ok) return team;
  if (before.version !== change.version) return refuse('changed_since');
  const after = { ...change, ...person.value, teamId: team.value };
  await updateAccount(transaction, accountId, after);
  if (portfolioId !== null) {
    await saveEarningTerms(transaction, {
      ...after,
      portfolioId,
      earnerId: accountId,
      now: context.now,
    });
  }
  if (before.email.toLowerCase() !== after.email.toLowerCase()) {
    await moveLinks(transaction, { portfolioId, before, email: after.email, context });
  }
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'change-staff',
    subject: 'account',
    subjectId: accountId,
    before: auditOf({ ...before, teamId: before.team?.id ?? null }),
    after: auditOf(after),
  });
  const changed = await findStaff(transaction, { ...context.session, accountId });
  if (!changed) throw new Error(`account ${accountId} was changed but is missing`);
  return succeed(changed);
}

type Moving = {
  readonly portfolioId: string | null;
  readonly before: StaffRow;
  readonly email: string;
  readonly context: StaffContext;
};

/**
 * Voids the account's password links, recoveries and API keys, and invites again at the new address
 * if the account was only invited. Setting another user's address must not give access to the
 * account: its owner is notified at the former address, and password mail is not sent to the new
 * one until they sign in with it.
 */
async function moveLinks(
  transaction: Transaction,
  { portfolioId, before, email, context: { session, publicUrl, now } }: Moving,
): Promise<void> {
  const { id: accountId } = before;
  const setBy = session.account.id;
  await voidWaysIn(transaction, { accountId, now });
  if (setBy !== accountId) {
    const opening = { accountId, openedBy: setBy, kind: 'change-email', at: now } as const;
    await recordOpening(transaction, opening);
  }
  if (before.status !== 'invited') {
    await setEmailSetBy(transaction, { accountId, setBy });
    const content = { kind: 'email-changed' } as const;
    await enqueueMail(transaction, { portfolioId, reader: before, content, at: now });
    return;
  }
  const account = { ...before, email };
  await mailPasswordLink(transaction, { account, reason: 'invitation', publicUrl, now });
}

type TeamChange = {
  readonly change: StaffChange;
  readonly before: StaffRow;
  readonly context: StaffContext;
};

/**
 * Returns the agent's team after the change. Only a manager can move an agent to another team, and
 * only if the agent holds no loans and has no open absence cover, which would return loans to the
 * agent. A change by anyone else leaves the team as it is.
 */
async function findNewTeam(
  transaction: Transaction,
  {
    change,
    before,
    context: {
      session: { scope },
    },
  }: TeamChange,
): Promise<
  Outcome<string | null, 'team_not_found' | 'agent_holds_loans' | 'agent_has_absence_cover'>
> {
  const current = before.team?.id ?? null;
  if (before.role !== 'agent' || scope.role !== 'user' || change.teamId === current) {
    return succeed(current);
  }
  const { portfolioId } = scope;
  const { teamId } = change;
  if (teamId !== null && !(await findTeam(transaction, { portfolioId, teamId }))) {
    return refuse('team_not_found', { field: 'teamId' });
  }
  const count = await countLoansHeld(transaction, { portfolioId, agentId: before.id });
  if (count > 0) return refuse('agent_holds_loans', { field: 'teamId', details: { count } });
  if (await hasOpenAbsenceCover(transaction, { portfolioId, agentId: before.id })) {
    return refuse('agent_has_absence_cover', { field: 'teamId', details: { agent: before.name } });
  }
  return succeed(teamId);
}

function auditOf(account: AccountChange) {
  const { name, email, phone, language, timeZone, teamId } = account;
  const { commissionRatePercent, monthlyTargetMinor } = account;
  return {
    name,
    email,
    phone,
    language,
    timeZone,
    teamId,
    commissionRatePercent,
    monthlyTargetMinor,
  };
}
