import { uuidv7 } from 'uuidv7';
import { currencyDecimals } from '@bursar/loan-maths';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { InviteStaff, StaffRow } from '@bursar/contracts/distribution/staff';
import { auditCommand } from '../../../platform/audit.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { violatedConstraintOf } from '../../../platform/unique-violation.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';
import { portfoliosInScope, type Scope } from '../../../platform/scope.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { mailPasswordLink } from '../../access/accounts/password-links.ts';
import { insertPortfolio } from '../../access/portfolios/portfolios.store.ts';
import { approveAccessRequest } from '../../access/enquiries/settle-enquiry.ts';
import { checkPerson, type Person } from './check-person.ts';
import { insertAccount } from '../../access/accounts/account-changes.store.ts';
import { findTeam } from './accounts-of-staff.store.ts';
import type { StaffContext } from './staff-context.ts';
import { findStaff } from './staff.store.ts';

export type Invitation = {
  readonly id: string;
  readonly role: 'admin' | 'user' | 'agent';
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly language: StaffRow['language'];
  readonly timeZone: string | null;
  readonly commissionRatePercent: string | null;
  readonly monthlyTargetMinor: number | null;
  readonly teamId: string | null;
  /** For an administrator: the enquiry that requested the account. */
  readonly askedBy?: string | undefined;
  readonly portfolio?:
    | { id: string }
    | { name: string; currency: string; timeZone: string }
    | undefined;
};

type Failure = FailureOf<InviteStaff>;

/** Creates an account without a password and mails its owner a link to set one. */
export async function inviteStaff(
  database: Database,
  invitation: Invitation,
  context: StaffContext,
): Promise<Outcome<StaffRow, Failure>> {
  if (!mayInvite(context.session.scope, invitation.role))
    return refuse('role_not_yours_to_invite', { field: 'role' });
  const person = await checkPerson(database, invitation);
  if (!person.ok) return person;
  try {
    return await database.begin((transaction) =>
      invite(transaction, { invitation, person: person.value, context }),
    );
  } catch (error) {
    const sent =
      isDuplicateKey(error) &&
      (await findStaff(database, { ...context.session, accountId: invitation.id }));
    if (sent) return replay(sent, invitation);
    if (violatedConstraintOf(error) === EMAIL_KEY) return emailConflict[EMAIL_KEY];
    throw error;
  }
}

type Inviting = {
  readonly invitation: Invitation;
  readonly person: Person;
  readonly context: StaffContext;
};

async function invite(
  transaction: Transaction,
  { invitation, person, context }: Inviting,
): Promise<Outcome<StaffRow, Failure>> {
  const { session, publicUrl, now } = context;
  const { scope, businessDate } = session;
  const { id, role } = invitation;
  const sent = await findStaff(transaction, { scope, businessDate, accountId: id });
  if (sent) return replay(sent, invitation);
  const place = await findPlace(transaction, invitation, context);
  if (!place.ok) return place;
  const account = { ...invitation, ...person, ...place.value, role };
  await insertAccount(transaction, account, now);
  await mailPasswordLink(transaction, { account, reason: 'invitation', publicUrl, now });
  await recordOpening(transaction, {
    accountId: id,
    openedBy: session.account.id,
    kind: 'invite-staff',
    at: now,
  });
  await auditCommand(transaction, context, {
    portfolioId: place.value.portfolioId,
    event: 'invite-staff',
    subject: 'account',
    subjectId: id,
    after: { role, name: person.name, email: person.email, teamId: place.value.teamId },
  });
  if (invitation.askedBy && scope.role === 'admin') {
    await approveAccessRequest(transaction, invitation.askedBy, context);
  }
  const made = await findStaff(transaction, { scope, businessDate, accountId: id });
  if (!made) throw new Error(`account ${id} was stored but is missing`);
  return succeed(made);
}

/**
 * Answers a repeated invitation with the account's present state. Refuses if the id belongs to
 * another account.
 */
function replay(sent: StaffRow, { role, email }: Invitation): Outcome<StaffRow, Failure> {
  const isSame = sent.role === role && sent.email.toLowerCase() === email.trim().toLowerCase();
  return isSame ? succeed(sent) : refuse('id_reused_with_different_content');
}

function mayInvite(scope: Scope, role: Invitation['role']): boolean {
  if (scope.role === 'admin') return role === 'admin' || role === 'user';
  return role === 'agent' && scope.role !== 'agent';
}

type Place = { readonly portfolioId: string | null; readonly teamId: string | null };

/**
 * Finds the portfolio and team of the new account within the inviter's scope, or creates the
 * portfolio that an administrator named.
 */
async function findPlace(
  transaction: Transaction,
  { role, teamId, portfolio }: Invitation,
  { session: { scope }, now }: StaffContext,
): Promise<Outcome<Place, Failure>> {
  if (scope.role === 'team')
    return succeed({ portfolioId: scope.portfolioId, teamId: scope.teamId });
  if (scope.role === 'user') {
    const { portfolioId } = scope;
    const found = teamId === null || (await findTeam(transaction, { portfolioId, teamId }));
    return found ? succeed({ portfolioId, teamId }) : refuse('team_not_found', { field: 'teamId' });
  }
  if (role === 'admin') return succeed({ portfolioId: null, teamId: null });
  if (!portfolio) return refuse('portfolio_missing', { field: 'portfolio' });
  if ('id' in portfolio) {
    const known = await transaction`
      select from portfolios portfolio
      where portfolio.id = ${portfolio.id} and ${portfoliosInScope(transaction, scope)}`;
    return known.length > 0
      ? succeed({ portfolioId: portfolio.id, teamId: null })
      : refuse('portfolio_missing', { field: 'portfolio' });
  }
  return openPortfolio(transaction, portfolio, now);
}

async function openPortfolio(
  transaction: Transaction,
  { name, currency, timeZone }: { name: string; currency: string; timeZone: string },
  now: Date,
): Promise<Outcome<Place, Failure>> {
  if (currencyDecimals(currency) === undefined) {
    return refuse('currency_unknown', { field: 'portfolio.currency', details: { currency } });
  }
  if (!(await isTimeZone(transaction, timeZone))) {
    return refuse('time_zone_unknown', { field: 'portfolio.timeZone', details: { timeZone } });
  }
  const portfolioId = uuidv7();
  await insertPortfolio(transaction, { id: portfolioId, name, currency, timeZone }, now);
  return succeed({ portfolioId, teamId: null });
}

export const EMAIL_KEY = 'accounts_email_once';
export const emailConflict = { [EMAIL_KEY]: refuse('email_already_used', { field: 'email' }) };
