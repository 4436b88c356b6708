import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { mailPasswordLink } from '../../access/accounts/password-links.ts';
import { setStatus } from '../../access/accounts/account-changes.store.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged } from './find-managed.ts';
import { findStaff } from './staff.store.ts';

/** Reinstates a suspended account; one without a password is invited again. */
export function reinstateStaff(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<StaffRow, 'not_found'>> {
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...context.session, accountId });
    if (!managed) return refuse('not_found');
    const { before, portfolioId } = managed;
    if (before.status !== 'suspended') return succeed(before);
    const status = managed.hasPassword ? 'active' : 'invited';
    await setStatus(transaction, { id: accountId, status });
    if (status === 'invited') {
      const { publicUrl, now, session } = context;
      await recordOpening(transaction, {
        accountId,
        openedBy: session.account.id,
        kind: 'invite-staff',
        at: now,
      });
      await mailPasswordLink(transaction, {
        account: before,
        reason: 'invitation',
        publicUrl,
        now,
      });
    }
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'reinstate-staff',
      subject: 'account',
      subjectId: accountId,
      before: { status: before.status },
      after: { status },
    });
    const after = await findStaff(transaction, { ...context.session, accountId });
    return after ? succeed(after) : refuse('not_found');
  });
}
