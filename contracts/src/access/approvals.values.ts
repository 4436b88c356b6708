import type { Permission } from './permissions.ts';

export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const;

/** Permissions to decide requests; each one covers different requests: docs/decisions/0084. */
export const approvingPermissions = [
  'approve-requests',
  'approve-promises',
  'approve-reversals',
  'approve-plans',
] as const satisfies readonly Permission[];
