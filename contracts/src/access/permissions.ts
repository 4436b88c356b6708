import type { Role } from '../roles.ts';

/**
 * The roles that hold each permission by default. A permission never widens the rows that a role
 * can reach: all other rows are not found (`api/src/platform/scope.ts`).
 */
export const permissionRoles = {
  'read-loans': ['admin', 'user', 'team', 'agent'],
  'approve-requests': ['admin', 'user'],
  'approve-promises': ['admin', 'user', 'team'],
  'approve-reversals': ['admin', 'user', 'team'],
  'approve-plans': ['admin', 'user'],
  'read-portfolios': ['admin'],
  'read-teams': ['admin', 'user'],
  'manage-teams': ['user'],
  'read-staff': ['admin', 'user', 'team'],
  'manage-staff': ['admin', 'user', 'team'],
  'read-mails': ['admin'],
  'answer-visitors': ['admin'],
  'close-for-maintenance': ['admin'],
  'manage-company': ['admin'],
  'change-security': ['admin'],
  'create-portfolios': ['admin'],
  'change-portfolio': ['admin', 'user'],
  'read-backups': ['admin'],
  'reset-second-factor': ['admin'],
  'assign-loans': ['user', 'team'],
  'manage-distribution-rules': ['user'],
  'change-quiet-hours': ['admin', 'user'],
  'change-days-off': ['admin', 'user'],
  'change-working-hours': ['admin', 'user'],
  'change-promise-limits': ['admin', 'user'],
  'create-borrowers': ['user'],
  'merge-borrowers': ['user'],
  'change-loan-parties': ['user'],
  'manage-borrowers': ['user', 'team', 'agent'],
  'file-documents': ['user', 'team', 'agent'],
  'write-note': ['user', 'team', 'agent'],
  'manage-tags': ['user'],
  'tag-loans': ['user', 'team', 'agent'],
  'post-payment': ['user', 'team', 'agent'],
  'work-loans': ['user', 'team', 'agent'],
  'reverse-payment': ['user', 'team'],
  'request-reversal': ['agent'],
  'post-bank-files': ['user'],
  'change-bank-posting-rule': ['user'],
  'close-day': ['user'],
  'add-charge': ['user', 'team'],
  'waive-charge': ['user', 'team'],
  'refund-credit': ['user'],
  'reschedule-loan': ['user'],
  'request-plan': ['team', 'agent'],
  'request-settlement': ['user', 'team', 'agent'],
  'write-off-loan': ['user'],
  'undo-write-off': ['user'],
  'follow-work': ['user', 'team'],
  'resolve-disputes': ['user', 'team'],
  'set-collection-targets': ['user', 'team'],
  'set-view-queues': ['user', 'team'],
  'manage-letters': ['user'],
  'release-letters': ['user'],
  'read-income': ['user', 'team', 'agent'],
  'read-finance': ['admin', 'user', 'team', 'agent'],
  'read-analytics': ['admin', 'user', 'team', 'agent'],
  'read-collateral': ['admin', 'user', 'team', 'agent'],
  'read-products': ['admin', 'user', 'team', 'agent'],
  'manage-products': ['user'],
  'read-applications': ['admin', 'user'],
  'submit-applications': ['user'],
  'decide-applications': ['user'],
  'disburse-loans': ['user'],
  'move-collateral': ['user', 'team'],
  'price-collateral': ['user'],
  'import-tape': ['user'],
  'read-invoices': ['admin', 'user', 'team', 'agent'],
  'manage-invoices': ['user', 'team', 'agent'],
  'issue-invoice': ['user', 'team'],
  'void-invoice': ['user'],
  'change-invoice-issuer': ['user'],
  'export-loans': ['admin', 'user', 'team', 'agent'],
  'read-call-centres': ['admin', 'user', 'team', 'agent'],
  'manage-call-centres': ['user'],
  'work-call-centres': ['user', 'team', 'agent'],
  'read-missing-translations': ['admin'],
  'read-audit': ['admin', 'user'],
  'manage-permissions': ['admin'],
  'make-api-keys': ['admin', 'user'],
  'manage-webhooks': ['admin', 'user'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionRoles;

// The keys of the table above are exactly the permissions.
export const permissionNames = Object.keys(permissionRoles) as Permission[];

export const isPermission = (name: string): name is Permission =>
  permissionNames.some((permission) => permission === name);

/** Returns whether a role has a permission by default. An administrator may have changed this. */
export function roleHolds(role: Role, permission: Permission): boolean {
  const holders: readonly Role[] = permissionRoles[permission];
  return holders.includes(role);
}
