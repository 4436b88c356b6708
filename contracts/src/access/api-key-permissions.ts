import type { Permission } from './permissions.ts';

/**
 * Permissions that an API key never has. With them, a key could give itself or an account more
 * rights, read invitation links, approve requests as the required second person, lock users out, or
 * send events to an address that outlives the key.
 */
const neverForApiKeys: ReadonlySet<Permission> = new Set([
  'make-api-keys',
  'change-security',
  'manage-permissions',
  'approve-requests',
  'approve-promises',
  'approve-reversals',
  'approve-plans',
  'manage-staff',
  'read-mails',
  'reset-second-factor',
  'close-for-maintenance',
  'manage-webhooks',
]);

/** Returns whether an API key can have the permission. */
export const isForApiKeys = (permission: Permission): boolean => !neverForApiKeys.has(permission);
