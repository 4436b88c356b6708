import {
  listApiKeys as listContract,
  makeApiKey as makeContract,
  revokeApiKey as revokeContract,
} from '@bursar/contracts/access/api-keys';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { listApiKeys } from './api-keys.store.ts';
import { makeApiKey, revokeApiKey } from './change-api-keys.ts';

/** Keys are private: no call reaches those of another account. */
export function bindApiKeyRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listContract, async (call) =>
    succeed({ keys: await listApiKeys(database, ownAccountOf(call)) }),
  );

  bindEndpoint(platform, makeContract, (call) =>
    makeApiKey(database, call.body, ownAccountOf(call)),
  );

  bindEndpoint(platform, revokeContract, (call) =>
    revokeApiKey(database, call.params.apiKeyId, ownAccountOf(call)),
  );
}
