import type { NoticeChoice } from '@bursar/contracts/access/notice-choices';
import { noticeEvents } from '@bursar/contracts/access/notices';
import type { Queryable, Transaction } from '../../../platform/database.ts';

const unchosen = { inProduct: true, byMail: false };

export async function listChoices(sql: Queryable, accountId: string): Promise<NoticeChoice[]> {
  const rows = await sql<NoticeChoice[]>`
    select event, in_product, by_mail from notice_choices where account_id = ${accountId}`;
  const chosen = new Map(rows.map(({ event, ...choice }) => [event, choice]));
  return noticeEvents.map((event) => ({ event, ...(chosen.get(event) ?? unchosen) }));
}

export async function upsertChoice(
  transaction: Transaction,
  { accountId, event, inProduct, byMail }: NoticeChoice & { accountId: string },
): Promise<void> {
  await transaction`
    insert into notice_choices (account_id, event, in_product, by_mail)
    values (${accountId}, ${event}, ${inProduct}, ${byMail})
    on conflict (account_id, event) do update
      set in_product = excluded.in_product, by_mail = excluded.by_mail`;
}

type Told = { readonly accountId: string; readonly event: string };

/** Returns each recipient's choices; the only place that reads them when something is sent. */
export async function askChoices(
  sql: Queryable,
  told: readonly Told[],
): Promise<(notice: Told) => { readonly inProduct: boolean; readonly byMail: boolean }> {
  const accountIds = [...new Set(told.map(({ accountId }) => accountId))];
  const rows = await sql<(Told & { inProduct: boolean; byMail: boolean })[]>`
    select account_id, event, in_product, by_mail from notice_choices
    where account_id in ${sql(accountIds)}`;
  const keyOf = ({ accountId, event }: Told) => `${accountId} ${event}`;
  const chosen = new Map(rows.map((row) => [keyOf(row), row]));
  return (notice) => chosen.get(keyOf(notice)) ?? unchosen;
}
