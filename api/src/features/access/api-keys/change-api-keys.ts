import type { MakeApiKey, RevokeApiKey } from '@bursar/contracts/access/api-keys';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { isForApiKeys } from '@bursar/contracts/access/api-key-permissions';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { insertApiKey, listApiKeys, revokeApiKey as revoke } from './api-keys.store.ts';

/** Lets scanners recognise a leaked key. */
const PREFIX = 'bursar_';
const KEYS_MAX = 20;
const DAY_MS = 86_400_000;

/** Creates an API key and returns its secret; only the secret's digest is stored. */
export async function makeApiKey(
  database: Database,
  command: InputOf<MakeApiKey>['body'],
  own: OwnAccount,
): Promise<Outcome<AnswerOf<MakeApiKey>, FailureOf<MakeApiKey>>> {
  const { accountId, now, session } = own;
  const { password, expiresInDays } = command;
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  const name = command.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const permissions = [...new Set(command.permissions)];
  if (!permissions.every((one) => isForApiKeys(one) && session.permissions.has(one))) {
    return refuse('api_key_permission_not_held', { field: 'permissions' });
  }
  const secret = PREFIX + newSecret();
  const expiresAt = expiresInDays && new Date(now.getTime() + expiresInDays * DAY_MS).toISOString();
  return database.begin(async (transaction) => {
    // Without this lock, two parallel calls would both count the keys before either adds one.
    await transaction`select from accounts where id = ${accountId} for update`;
    const { length } = await listApiKeys(transaction, own);
    if (length >= KEYS_MAX) return refuse('api_keys_full', { details: { limit: KEYS_MAX } });
    const key = await insertApiKey(transaction, {
      id: ownedId(accountId, command.id),
      accountId,
      name,
      permissions,
      secretHash: hashSecret(secret),
      lastCharacters: secret.slice(-4),
      at: now.toISOString(),
      expiresAt: expiresAt || null,
    });
    if (!key) return refuse('api_key_already_made');
    const after = { name, permissions: permissions.join(', '), expiresAt: key.expiresAt };
    await recordAudit(transaction, { ...auditOf(own, 'make-api-key'), after });
    return succeed({ key, secret });
  });
}

export async function revokeApiKey(
  database: Database,
  id: string,
  own: OwnAccount,
): Promise<Outcome<AnswerOf<RevokeApiKey>, FailureOf<RevokeApiKey>>> {
  return database.begin(async (transaction) => {
    const name = await revoke(transaction, { ...own, id });
    if (name === null) return refuse('not_found');
    await recordAudit(transaction, { ...auditOf(own, 'revoke-api-key'), before: { name } });
    return succeed({ revoked: true });
  });
}
