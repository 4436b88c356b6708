import { isPermission } from '@bursar/contracts/access/permissions';
import type { Permission } from '@bursar/contracts/access/permissions';
import type { PermissionRow } from './permissions.queries.ts';

export const permissionGroups = ['loans', 'people', 'callCentres', 'installation'] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/** The group of each permission; a record, so that the compiler reports a missing one. */
const groupOf: Record<Permission, PermissionGroup> = {
  'read-loans': 'loans',
  'approve-requests': 'loans',
  'approve-promises': 'loans',
  'approve-reversals': 'loans',
  'approve-plans': 'loans',
  'assign-loans': 'loans',
  'manage-distribution-rules': 'loans',
  'write-note': 'loans',
  'file-documents': 'loans',
  'change-quiet-hours': 'loans',
  'change-promise-limits': 'loans',
  'change-days-off': 'loans',
  'change-working-hours': 'people',
  'create-borrowers': 'loans',
  'merge-borrowers': 'loans',
  'change-loan-parties': 'loans',
  'manage-borrowers': 'loans',
  'tag-loans': 'loans',
  'manage-tags': 'loans',
  'post-payment': 'loans',
  'work-loans': 'loans',
  'follow-work': 'loans',
  'resolve-disputes': 'loans',
  'set-collection-targets': 'people',
  'set-view-queues': 'people',
  'manage-letters': 'loans',
  'release-letters': 'loans',
  'reverse-payment': 'loans',
  'request-reversal': 'loans',
  'request-plan': 'loans',
  'request-settlement': 'loans',
  'close-day': 'loans',
  'post-bank-files': 'loans',
  'change-bank-posting-rule': 'loans',
  'add-charge': 'loans',
  'waive-charge': 'loans',
  'refund-credit': 'loans',
  'reschedule-loan': 'loans',
  'write-off-loan': 'loans',
  'undo-write-off': 'loans',
  'import-tape': 'loans',
  'read-invoices': 'loans',
  'manage-invoices': 'loans',
  'issue-invoice': 'loans',
  'void-invoice': 'loans',
  'change-invoice-issuer': 'loans',
  'export-loans': 'loans',
  'read-income': 'loans',
  'read-finance': 'loans',
  'read-analytics': 'loans',
  'read-collateral': 'loans',
  'read-products': 'loans',
  'manage-products': 'loans',
  'read-applications': 'loans',
  'submit-applications': 'loans',
  'decide-applications': 'loans',
  'disburse-loans': 'loans',
  'move-collateral': 'loans',
  'price-collateral': 'loans',
  'read-teams': 'people',
  'manage-teams': 'people',
  'read-staff': 'people',
  'manage-staff': 'people',
  'reset-second-factor': 'people',
  'read-call-centres': 'callCentres',
  'manage-call-centres': 'callCentres',
  'work-call-centres': 'callCentres',
  'read-portfolios': 'installation',
  'manage-permissions': 'installation',
  'read-mails': 'installation',
  'answer-visitors': 'installation',
  'close-for-maintenance': 'installation',
  'manage-company': 'installation',
  'change-security': 'installation',
  'create-portfolios': 'installation',
  'change-portfolio': 'installation',
  'read-backups': 'installation',
  'read-audit': 'installation',
  'read-missing-translations': 'installation',
  'make-api-keys': 'installation',
  'manage-webhooks': 'installation',
};

/** A row of the matrix whose permission has a translation. */
export type NamedRow = PermissionRow & { readonly name: Permission };

/**
 * Returns a group's rows in order; it skips permissions of a newer server, which have no
 * translation.
 */
export function rowsOfGroup(
  rows: readonly PermissionRow[],
  group: PermissionGroup,
): readonly NamedRow[] {
  return namesOfGroup(group).flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row ? [{ ...row, name }] : [];
  });
}

export function namesOfGroup(group: PermissionGroup): readonly Permission[] {
  return Object.keys(groupOf).filter(
    (name): name is Permission => isPermission(name) && groupOf[name] === group,
  );
}

/** Counts the grants that an administrator changed from the default. */
export function countChanged(rows: readonly PermissionRow[]): number {
  return rows.flatMap((row) => row.grants).filter((grant) => isChanged(grant)).length;
}

export function isChanged(grant: PermissionRow['grants'][number]): boolean {
  return grant.granted !== grant.grantedByDefault;
}
