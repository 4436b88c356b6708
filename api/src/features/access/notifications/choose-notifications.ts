import type { NotificationChoice } from '@bursar/contracts/access/notification-choices';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { succeed, type Outcome } from '../../../platform/outcome.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { listChoices, upsertChoice } from './notification-choices.store.ts';

/** Sets how the caller is notified of an event from now on; earlier notifications remain. */
export function chooseNotifications(
  database: Database,
  choice: NotificationChoice,
  own: OwnAccount,
): Promise<Outcome<{ choices: NotificationChoice[] }, never>> {
  const { accountId } = own;
  return database.begin(async (transaction) => {
    await upsertChoice(transaction, { ...choice, accountId });
    const { event, inProduct, byMail } = choice;
    await recordAudit(transaction, {
      ...auditOf(own, 'choose-notices'),
      after: { event, inProduct: String(inProduct), byMail: String(byMail) },
    });
    return succeed({ choices: await listChoices(transaction, accountId) });
  });
}
