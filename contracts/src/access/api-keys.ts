import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nameText, uuid } from '../values.ts';
import { permissionNames } from './permissions.ts';

export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  /** The last characters of the secret, to tell keys apart. */
  lastCharacters: z.string(),
  permissions: z.array(z.enum(permissionNames)),
  createdAt: z.string(),
  /** Null for a key that does not expire. */
  expiresAt: z.string().nullable(),
  /** The last use, to the minute; null for a key that was never used. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  key: 'GET /api/profile/api-keys',
  summary: 'List the caller’s API keys that are neither revoked nor expired, the newest first.',
  access: 'signed-in',
  answer: z.object({ keys: z.array(apiKey) }),
  failures: [],
});
export type ListApiKeys = typeof listApiKeys;

export const makeApiKey = endpoint({
  key: 'POST /api/profile/api-keys',
  summary:
    'Make an API key that acts as the caller with some of their permissions. Answers its secret, once.',
  access: 'make-api-keys',
  body: z.object({
    /** The client creates this id; a repeated id is refused, because the secret is not stored. */
    id: uuid,
    name: nameText.max(60),
    permissions: z.array(z.enum(permissionNames)).min(1).max(permissionNames.length),
    expiresInDays: z.int().min(1).max(730).nullable(),
    password: z.string().max(200),
  }),
  answer: z.object({ key: apiKey, secret: z.string() }),
  failures: [
    'too_many_attempts',
    'current_password_wrong',
    'name_missing',
    'api_key_permission_not_held',
    'api_keys_full',
    'api_key_already_made',
  ],
});
export type MakeApiKey = typeof makeApiKey;

export const revokeApiKey = endpoint({
  key: 'POST /api/profile/api-keys/:apiKeyId/revoke',
  summary: 'Revoke one of the caller’s API keys. It works no more from the next call on.',
  access: 'signed-in',
  params: z.object({ apiKeyId: uuid }),
  answer: z.object({ revoked: z.boolean() }),
  failures: ['not_found'],
});
export type RevokeApiKey = typeof revokeApiKey;
