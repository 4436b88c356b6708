import type { Permission } from './permissions.ts';

export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const;

/**
 * Permissions to decide requests. `approve-requests` covers every kind, each other permission only
 * one: docs/decisions/0084.
 */
export const approvingPermissions = [
  'approve-requests',
  'approve-promises',
  'approve-reversals',
  'approve-plans',
] as const satisfies readonly Permission[];
