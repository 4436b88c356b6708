import type { ApiKey } from '@bursar/contracts/access/api-keys';
import type { Permission } from '@bursar/contracts/access/permissions';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type NewApiKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly lastCharacters: string;
  readonly permissions: readonly Permission[];
  readonly at: string;
  readonly expiresAt: string | null;
};

/** Inserts a key; returns null if the id is already used, by any account. */
export async function insertApiKey(
  transaction: Transaction,
  key: NewApiKey,
): Promise<ApiKey | null> {
  const [row] = await transaction<ApiKey[]>`
    insert into api_keys
      (id, account_id, name, secret_hash, last_characters, permissions, created_at, expires_at)
    values (${key.id}, ${key.accountId}, ${key.name}, ${key.secretHash}, ${key.lastCharacters},
      ${[...key.permissions]}, ${key.at}, ${key.expiresAt})
    on conflict (id) do nothing
    returning ${shown(transaction)}`;
  return row ?? null;
}

export function listApiKeys(
  sql: Queryable,
  { accountId, now }: { accountId: string; now: Date },
): Promise<ApiKey[]> {
  return sql<ApiKey[]>`
    select ${shown(sql)} from api_keys
    where account_id = ${accountId} and ${isValid(sql, now)}
    order by created_at desc, id`;
}

/** Revokes a key and returns its name; null if the account has no such valid key. */
export async function revokeApiKey(
  transaction: Transaction,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<string | null> {
  const [row] = await transaction<{ name: string }[]>`
    update api_keys set revoked_at = ${now.toISOString()}
    where id = ${id} and account_id = ${accountId} and ${isValid(transaction, now)}
    returning name`;
  return row?.name ?? null;
}

/** Revokes all keys of an account whose password may be known to others. */
export async function revokeApiKeysOf(
  transaction: Transaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await transaction`
    update api_keys set revoked_at = ${now.toISOString()}
    where account_id = ${accountId} and revoked_at is null`;
}

export async function revokeAllApiKeys(sql: Queryable, at: string): Promise<void> {
  await sql`update api_keys set revoked_at = ${at} where revoked_at is null`;
}

export type FoundApiKey = {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly permissions: readonly string[];
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** When maintenance mode was switched on; null if it is off. */
  readonly closedSince: string | null;
};

export async function findApiKey(
  sql: Queryable,
  { secretHash, now }: { secretHash: Buffer; now: Date },
): Promise<FoundApiKey | null> {
  const [row] = await sql<FoundApiKey[]>`
    select id, name, account_id, permissions, expires_at, last_used_at,
      (select since from maintenance) as closed_since
    from api_keys where secret_hash = ${secretHash} and ${isValid(sql, now)}`;
  return row ?? null;
}

export async function noteUseOfApiKey(
  sql: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await sql`update api_keys set last_used_at = ${now.toISOString()} where id = ${id}`;
}

function isValid(sql: Queryable, now: Date) {
  return sql`(revoked_at is null and (expires_at is null or expires_at > ${now.toISOString()}))`;
}

function shown(sql: Queryable) {
  return sql`id, name, last_characters, permissions, created_at, expires_at, last_used_at`;
}
