import type { Permission } from './permissions.ts';

export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const;

/** With one of these, a user decides requests; each decides other requests: docs/decisions/0084. */
export const approvingPermissions = [
  'approve-requests',
  'approve-promises',
  'approve-reversals',
  'approve-plans',
] as const satisfies readonly Permission[];
