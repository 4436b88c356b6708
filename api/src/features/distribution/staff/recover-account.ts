import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type {
  ReadAccountRecovery,
  ReleaseRecovery,
  StartRecovery,
} from '@bursar/contracts/access/account-recovery';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';
import { isLinked, recordOpening } from '../../access/accounts/account-openings.store.ts';
import { insertPasswordLink, voidPasswordLinks } from '../../access/accounts/password-links.ts';
import {
  findRecovery,
  insertStartedRecovery,
  setReleased,
  type Recovery,
} from '../../access/accounts/recoveries.store.ts';
import { newReadableCode, plainCode } from '../../access/accounts/recovery-codes.ts';
import { findManaged, managesRole } from './find-managed.ts';
import type { StaffContext } from './staff-context.ts';
import { findStaff } from './staff.store.ts';
import { notifyHelpers } from './notify-helpers.ts';

/**
 * Starts a recovery for an account that no mail reaches. It takes three people: the starter gets a
 * code, a second person releases the recovery and gets a link, and the owner needs the code and the
 * link, so neither helper can sign in alone.
 */
export function startRecovery(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<AnswerOf<StartRecovery>, FailureOf<StartRecovery>>> {
  const { session, now } = context;
  const startedBy = session.account.id;
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...session, accountId });
    if (!managed) return refuse('not_found');
    if (accountId === startedBy) return refuse('recovery_of_own_account');
    if (managed.before.status !== 'active') return refuse('recovery_needs_active_account');
    const code = newReadableCode();
    const codeHash = hashSecret(plainCode(code));
    await voidPasswordLinks(transaction, { accountId, now });
    await insertStartedRecovery(transaction, { accountId, startedBy, codeHash, now });
    const { portfolioId } = managed;
    await auditAccount(transaction, context, { event: 'start-recovery', accountId, portfolioId });
    await notifyHelpers(transaction, { account: { id: accountId, portfolioId }, startedBy, now });
    return succeed({ code });
  });
}

/**
 * Releases a recovery as the second person and returns the link. The owner is notified of both
 * helpers, and both are recorded as linked to the account.
 */
export function releaseRecovery(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<AnswerOf<ReleaseRecovery>, FailureOf<ReleaseRecovery>>> {
  const { session, publicUrl, now } = context;
  const releasedBy = session.account.id;
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...session, accountId });
    if (!managed) return refuse('not_found');
    const recovery = await findRecovery(transaction, { accountId, now });
    const hindrance = await hindranceOf(transaction, { recovery, accountId, context });
    if (hindrance) return refuse(hindrance);
    const startedBy = recovery?.startedById;
    if (!recovery || !startedBy) return refuse('recovery_not_started');
    await voidPasswordLinks(transaction, { accountId, now });
    await setReleased(transaction, { id: recovery.id, releasedBy, now });
    for (const openedBy of [startedBy, releasedBy]) {
      const opening = { accountId, openedBy, kind: 'release-recovery', at: now } as const;
      await recordOpening(transaction, opening);
    }
    const link = await insertPasswordLink(transaction, {
      account: { id: accountId },
      reason: 'recovery',
      publicUrl,
      now,
      recoveryId: recovery.id,
    });
    const { portfolioId } = managed;
    await auditAccount(transaction, context, {
      event: 'release-recovery',
      accountId,
      portfolioId,
      after: { startedBy: recovery.startedBy },
    });
    return succeed({ link });
  });
}

/** Reads the state of a recovery and what the caller can do about it. */
export async function readAccountRecovery(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<AnswerOf<ReadAccountRecovery>, 'not_found'>> {
  const { session, now } = context;
  const account = await findStaff(database, { ...session, accountId });
  if (!account || !managesRole(session.scope.role, account.role)) return refuse('not_found');
  const recovery = await findRecovery(database, { accountId, now });
  const hindrance = await hindranceOf(database, { recovery, accountId, context });
  if (!recovery) return succeed({ recovery: null });
  const { id: _id, startedById: _starter, ...shown } = recovery;
  return succeed({ recovery: { ...shown, hindrance } });
}

type Releasing = {
  readonly recovery: Recovery | null;
  readonly accountId: string;
  readonly context: StaffContext;
};

/** Returns why the caller cannot be the second person of a recovery, or null if they can. */
async function hindranceOf(
  sql: Queryable,
  { recovery, accountId, context: { session, now } }: Releasing,
): Promise<NonNullable<AnswerOf<ReadAccountRecovery>['recovery']>['hindrance']> {
  const { id } = session.account;
  if (id === accountId) return 'recovery_of_own_account';
  if (!recovery?.startedById) return 'recovery_not_started';
  if (recovery.startedById === id) return 'own_recovery';
  const pair = { one: recovery.startedById, other: id, withInvitations: true };
  return (await isLinked(sql, { ...pair, actedAt: now.toISOString() })) ? 'accounts_linked' : null;
}

type Audited = {
  readonly event: 'start-recovery' | 'release-recovery';
  readonly accountId: string;
  readonly portfolioId: string | null;
  readonly after?: Readonly<Record<string, string | null>>;
};

function auditAccount(
  transaction: Transaction,
  context: StaffContext,
  { accountId: subjectId, ...audited }: Audited,
): Promise<void> {
  return auditCommand(transaction, context, { ...audited, subject: 'account', subjectId });
}
