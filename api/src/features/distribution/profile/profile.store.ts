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
  if (!row) throw new Error(`account ${accountId} is signed in but is not there`);
  return { ...row };
}

export type ProfileInputs = Pick<Profile, 'name' | 'phone' | 'language' | 'timeZone'>;

/** Updates the profile if its version is still the one the caller saw; returns whether it was. */
export async function updateProfile(
  transaction: Transaction,
  { accountId, version, ...inputs }: ProfileInputs & { accountId: string; version: number },
): Promise<boolean> {
  const rows = await transaction`
    update accounts set name = ${inputs.name}, phone = ${inputs.phone},
      language = ${inputs.language}, time_zone = ${inputs.timeZone}, version = version + 1
    where id = ${accountId} and version = ${version}
    returning id`;
  return rows.length > 0;
}

/** Replaces the hash only if it is still the former one; returns whether it was. */
export async function replacePasswordHash(
  transaction: Transaction,
  { accountId, former, passwordHash }: { accountId: string; former: string; passwordHash: string },
): Promise<boolean> {
  const { count } = await transaction`
    update accounts set password_hash = ${passwordHash}
    where id = ${accountId} and password_hash = ${former}`;
  return count === 1;
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
