import type { NotificationChoice } from '@bursar/contracts/access/notification-choices';
import { notificationEvents } from '@bursar/contracts/access/notifications';
import type { Queryable, Transaction } from '../../../platform/database.ts';

const unchosen = { inProduct: true, byMail: false };

export async function listChoices(
  sql: Queryable,
  accountId: string,
): Promise<NotificationChoice[]> {
  const rows = await sql<NotificationChoice[]>`
    select event, in_product, by_mail from notification_choices where account_id = ${accountId}`;
  const chosen = new Map(rows.map(({ event, ...choice }) => [event, choice]));
  return notificationEvents.map((event) => ({ event, ...(chosen.get(event) ?? unchosen) }));
}

export async function upsertChoice(
  transaction: Transaction,
  { accountId, event, inProduct, byMail }: NotificationChoice & { accountId: string },
): Promise<void> {
  await transaction`
    insert into notification_choices (account_id, event, in_product, by_mail)
    values (${accountId}, ${event}, ${inProduct}, ${byMail})
    on conflict (account_id, event) do update
      set in_product = excluded.in_product, by_mail = excluded.by_mail`;
}

type Recipient = { readonly accountId: string; readonly event: string };

/**
 * Returns a function that looks up a recipient's choice for an event, with the default if the
 * recipient chose nothing. No other code reads choices when notifications are sent.
 */
export async function askChoices(
  sql: Queryable,
  notifications: readonly Recipient[],
): Promise<(notification: Recipient) => { readonly inProduct: boolean; readonly byMail: boolean }> {
  const accountIds = [...new Set(notifications.map(({ accountId }) => accountId))];
  const rows = await sql<(Recipient & { inProduct: boolean; byMail: boolean })[]>`
    select account_id, event, in_product, by_mail from notification_choices
    where account_id in ${sql(accountIds)}`;
  const keyOf = ({ accountId, event }: Recipient) => `${accountId} ${event}`;
  const chosen = new Map(rows.map((row) => [keyOf(row), row]));
  return (notification) => chosen.get(keyOf(notification)) ?? unchosen;
}
