import type { Profile } from '@bursar/contracts/distribution/profile';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { peopleInScope, type Scope } from '../../../platform/scope.ts';

export async function findProfile(sql: Queryable, accountId: string): Promise<Profile> {
  const [row] = await sql<Profile[]>`
    select account.id, account.role, account.name, account.email, account.phone,
      account.language, account.time_zone, photo.changed_at as photo_changed_at, account.version
    from accounts account
    left join account_photos photo on photo.account_id = account.id
    where account.id = ${accountId}`;
  if (!row) throw new Error(`account ${accountId} is signed in but is missing`);
  return { ...row };
}

export async function upsertPhoto(
  transaction: Transaction,
  { accountId, content, at }: { accountId: string; content: Buffer; at: string },
): Promise<void> {
  await transaction`
    insert into account_photos (account_id, media_type, content, changed_at)
    values (${accountId}, 'image/jpeg', ${content}, ${at})
    on conflict (account_id) do update set content = excluded.content,
      media_type = excluded.media_type, changed_at = excluded.changed_at`;
}

export async function deletePhoto(transaction: Transaction, accountId: string): Promise<boolean> {
  const rows = await transaction`
    delete from account_photos where account_id = ${accountId} returning account_id`;
  return rows.length > 0;
}

/** Finds the photo of the caller or of an account in the caller's scope. */
export async function findPhoto(
  sql: Queryable,
  { scope, accountId }: { scope: Scope; accountId: string },
): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select photo.content from account_photos photo
    join accounts account on account.id = photo.account_id
    where account.id = ${accountId}
      and (account.id = ${scope.accountId} or ${peopleInScope(sql, scope)})`;
  return row?.content ?? null;
}
