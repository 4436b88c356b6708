import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { deleteSecondFactor } from '../../access/second-factor/second-factor.store.ts';
import { findManaged } from './find-managed.ts';
import type { StaffContext } from './staff-context.ts';
import { findStaff } from './staff.store.ts';

/** Removes the lost second factor of an account; it then needs only its password. */
export function resetSecondFactor(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<StaffRow, 'not_found' | 'second_factor_not_on'>> {
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...context.session, accountId });
    if (!managed) return refuse('not_found');
    if (!(await deleteSecondFactor(transaction, accountId))) return refuse('second_factor_not_on');
    await recordOpening(transaction, {
      accountId,
      openedBy: context.session.account.id,
      kind: 'reset-second-factor',
      at: context.now,
    });
    await auditCommand(transaction, context, {
      portfolioId: managed.portfolioId,
      event: 'reset-second-factor',
      subject: 'account',
      subjectId: accountId,
    });
    const after = await findStaff(transaction, { ...context.session, accountId });
    return after ? succeed(after) : refuse('not_found');
  });
}
