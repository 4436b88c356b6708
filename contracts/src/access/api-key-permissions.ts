import type { Permission } from './permissions.ts';

/**
 * Permissions with which a key could give itself or an account more rights, read invitation links,
 * decide for a second person, lock users out, or send events to an address that outlives the key.
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

/** Whether an API key can have the permission. */
export const isForApiKeys = (permission: Permission): boolean => !neverForApiKeys.has(permission);
