import { matchesSearch } from '../../../ui/filters/search-text.ts';
import { isPermission } from '@bursar/contracts/access/permissions';
import type { Permission } from '@bursar/contracts/access/permissions';
import type { PermissionRow } from './permissions.queries.ts';

export const permissionGroups = [
  'loans',
  'lending',
  'borrowers',
  'payments',
  'servicing',
  'collections',
  'invoices',
  'collateral',
  'reports',
  'people',
  'callCentres',
  'installation',
] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/**
 * The group of each permission, in the order of the page; a record, so that the compiler reports a
 * missing permission.
 */
const groupOf: Record<Permission, PermissionGroup> = {
  'read-loans': 'loans',
  'assign-loans': 'loans',
  'manage-distribution-rules': 'loans',
  'tag-loans': 'loans',
  'manage-tags': 'loans',
  'write-note': 'loans',
  'file-documents': 'loans',
  'import-tape': 'loans',
  'export-loans': 'loans',
  'read-products': 'lending',
  'manage-products': 'lending',
  'read-applications': 'lending',
  'submit-applications': 'lending',
  'decide-applications': 'lending',
  'disburse-loans': 'lending',
  'create-borrowers': 'borrowers',
  'manage-borrowers': 'borrowers',
  'merge-borrowers': 'borrowers',
  'change-loan-parties': 'borrowers',
  'post-payment': 'payments',
  'request-reversal': 'payments',
  'approve-reversals': 'payments',
  'reverse-payment': 'payments',
  'refund-credit': 'payments',
  'post-bank-files': 'payments',
  'change-bank-posting-rule': 'payments',
  'add-charge': 'servicing',
  'waive-charge': 'servicing',
  'request-plan': 'servicing',
  'approve-plans': 'servicing',
  'reschedule-loan': 'servicing',
  'request-settlement': 'servicing',
  'write-off-loan': 'servicing',
  'undo-write-off': 'servicing',
  'approve-requests': 'servicing',
  'close-day': 'servicing',
  'change-days-off': 'servicing',
  'work-loans': 'collections',
  'follow-work': 'collections',
  'resolve-disputes': 'collections',
  'approve-promises': 'collections',
  'change-promise-limits': 'collections',
  'change-quiet-hours': 'collections',
  'set-collection-targets': 'collections',
  'set-view-queues': 'collections',
  'manage-letters': 'collections',
  'release-letters': 'collections',
  'read-invoices': 'invoices',
  'manage-invoices': 'invoices',
  'issue-invoice': 'invoices',
  'void-invoice': 'invoices',
  'change-invoice-issuer': 'invoices',
  'read-collateral': 'collateral',
  'move-collateral': 'collateral',
  'price-collateral': 'collateral',
  'read-income': 'reports',
  'read-finance': 'reports',
  'read-analytics': 'reports',
  'read-teams': 'people',
  'manage-teams': 'people',
  'read-staff': 'people',
  'manage-staff': 'people',
  'change-working-hours': 'people',
  'reset-second-factor': 'people',
  'read-call-centres': 'callCentres',
  'manage-call-centres': 'callCentres',
  'work-call-centres': 'callCentres',
  'read-portfolios': 'installation',
  'create-portfolios': 'installation',
  'change-portfolio': 'installation',
  'manage-permissions': 'installation',
  'manage-company': 'installation',
  'change-security': 'installation',
  'read-audit': 'installation',
  'read-mails': 'installation',
  'answer-visitors': 'installation',
  'make-api-keys': 'installation',
  'manage-webhooks': 'installation',
  'read-backups': 'installation',
  'close-for-maintenance': 'installation',
  'read-missing-translations': 'installation',
};

/** A row of the matrix whose permission has a translation. */
export type NamedRow = PermissionRow & { readonly name: Permission };

/**
 * Returns a group's rows in order; it skips permissions of a newer server, which have no
 * translation.
 */
function rowsOfGroup(rows: readonly PermissionRow[], group: PermissionGroup): readonly NamedRow[] {
  return namesOfGroup(group).flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row ? [{ ...row, name }] : [];
  });
}

function namesOfGroup(group: PermissionGroup): readonly Permission[] {
  return Object.keys(groupOf).filter(
    (name): name is Permission => isPermission(name) && groupOf[name] === group,
  );
}

/** A group and its rows; it has at least one row. */
export type GroupOfRows = { readonly group: PermissionGroup; readonly rows: readonly NamedRow[] };

/** Returns the groups with the rows whose text has the words of a search; all without a search. */
export function searchGroups(
  rows: readonly PermissionRow[],
  search: string,
  textOf: (name: Permission) => string,
): readonly GroupOfRows[] {
  return permissionGroups
    .map((group) => ({
      group,
      rows: rowsOfGroup(rows, group).filter(({ name }) => matchesSearch(textOf(name), search)),
    }))
    .filter((found) => found.rows.length > 0);
}

/** Counts the grants that differ from the default. */
export function countChanged(rows: readonly PermissionRow[]): number {
  return rows.flatMap((row) => row.grants).filter((grant) => isChanged(grant)).length;
}

export function isChanged(grant: PermissionRow['grants'][number]): boolean {
  return grant.granted !== grant.grantedByDefault;
}
