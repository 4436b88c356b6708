import type { Database } from '../../../platform/database.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';
import { findActor, type Session } from '../../../platform/session.ts';
import { findApiKey, noteUseOfApiKey } from './api-keys.store.ts';

const DAY_SECONDS = 86_400;

/**
 * Returns the session of a call with an API key: its owner's scope, and the key's permissions that
 * the owner still has. The key is read at every call, so that a revoked key stops working at once.
 */
export async function findKeySession(
  database: Database,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<Session | null> {
  const key = await findApiKey(database, { secretHash: hashSecret(secret), now });
  const actor = key && (await findActor(database, { accountId: key.accountId, now }));
  if (!actor) return null;
  if (key.lastUsedAt === null || now.getTime() - Date.parse(key.lastUsedAt) >= 60_000) {
    await noteUseOfApiKey(database, { id: key.id, now });
  }
  const secondsLeft =
    key.expiresAt === null ? DAY_SECONDS : (Date.parse(key.expiresAt) - now.getTime()) / 1_000;
  return {
    ...actor,
    id: key.id,
    apiKeyName: key.name,
    endsInSeconds: Math.floor(secondsLeft),
    isLocked: false,
    isShutOut: key.closedSince !== null && actor.account.role !== 'admin',
    permissions: new Set([...actor.permissions].filter((one) => key.permissions.includes(one))),
  };
}
