import type { Transaction } from '../../../platform/database.ts';
import type { WantedHelp } from '../../access/accounts/request-recovery.ts';
import { rolesHolding } from '../../../platform/role-grants.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';

type Wanted = WantedHelp & {
  /**
   * The user who started the recovery, which needs a second person; absent before it is started.
   */
  readonly startedBy?: string;
};

/**
 * Notifies administrators, if they may manage staff, that a user needs help with their password.
 * Notifications belong to a portfolio, so a request for an administrator's account is shown only on
 * the page of that account.
 */
export async function notifyHelpers(
  transaction: Transaction,
  { account, startedBy, now }: Wanted,
): Promise<void> {
  const { portfolioId, id } = account;
  if (portfolioId === null || !(await rolesHolding(transaction, 'manage-staff')).includes('admin'))
    return;
  const helpers = await transaction<{ id: string; subject: string }[]>`
    select helper.id, account.name as subject from accounts helper, accounts account
    where account.id = ${id} and helper.role = 'admin' and helper.status = 'active'
      and helper.id is distinct from ${startedBy ?? null}::uuid`;
  await sendNotifications(
    transaction,
    helpers.map((helper) => ({
      portfolioId,
      accountId: helper.id,
      kind: 'notification',
      event: 'recovery-wanted',
      senderId: startedBy ?? null,
      subject: helper.subject,
      target: { kind: 'account', id },
      at: now.toISOString(),
    })),
  );
}
