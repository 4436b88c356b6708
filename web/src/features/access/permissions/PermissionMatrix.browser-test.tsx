import type { ChangePermission } from '@bursar/contracts/access/role-permissions';
import { roles, type Role } from '@bursar/contracts/roles';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import type { PermissionRow } from './permissions.queries.ts';

const CHANGE = 'PUT /api/permissions/:permission/:role';
const texts = ['permissions', 'app'];

const row = (name: string, mayChange: (role: Role) => boolean): PermissionRow => ({
  name,
  grants: roles.map((role) => ({
    role,
    granted: role === 'user',
    grantedByDefault: role === 'user',
    mayChange: mayChange(role),
  })),
});

const postPayments = (role: string) =>
  page.getByRole('switch', { name: `${role}: Post payments`, exact: true });

it('the permission matrix grants a permission to one role', async () => {
  const sent = answerApi(answers<ChangePermission>(CHANGE, { granted: true }));
  await drawFeature(<PermissionMatrix rows={[row('post-payment', () => true)]} />, { texts });
  await expect.element(postPayments('Agent')).not.toBeChecked();
  await postPayments('Agent').click();
  await expect
    .poll(() => sent)
    .toEqual([
      { method: 'PUT', path: '/api/permissions/post-payment/agent', body: { granted: true } },
    ]);
});

it('the permission matrix shows why a change was refused', async () => {
  answerApi(refuses<ChangePermission>(CHANGE, 'administrators_locked_out'));
  await drawFeature(<PermissionMatrix rows={[row('post-payment', () => true)]} />, { texts });
  await postPayments('Agent').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it('the permission matrix sends nothing for a permission that administrators always have', async () => {
  const sent = answerApi();
  const rows = [row('manage-permissions', (role) => role !== 'admin')];
  await drawFeature(<PermissionMatrix rows={rows} />, { texts });
  const locked = page.getByRole('switch', { name: /^Admin/ });
  await expect.element(locked).toHaveAttribute('aria-disabled', 'true');
  await locked.click({ force: true });
  await expect.element(page.getByText('Administrators always have this permission.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('the permission matrix shows marks instead of switches to a user who may change nothing', async () => {
  answerApi();
  await drawFeature(<PermissionMatrix rows={[row('post-payment', () => false)]} />, { texts });
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  expect(page.getByRole('img', { name: 'Allowed', exact: true }).elements()).toHaveLength(1);
  expect(page.getByRole('img', { name: 'Not allowed' }).elements()).toHaveLength(roles.length - 1);
});

it('the permission matrix marks the column of the reader’s role', async () => {
  answerApi(signInAs({ role: 'team', permissions: [] }));
  await drawFeature(<PermissionMatrix rows={[row('post-payment', () => false)]} />, { texts });
  const own = page.getByRole('columnheader', { name: 'Team Your role' });
  await expect.element(own).toBeVisible();
  expect(page.getByText('Your role').elements()).toHaveLength(1);
});

const lender = ['read-loans', 'post-payment', 'read-income'].map((name) => row(name, () => false));
const groupHead = (name: string) => page.getByRole('row', { name, exact: true });

it('the permission matrix finds permissions by name or explanation, below their groups', async () => {
  answerApi();
  await drawFeature(<PermissionMatrix rows={lender} />, { texts });
  await expect.element(groupHead('Loans 1')).toBeVisible();
  await page.getByRole('searchbox').fill('borrower paid');
  await expect.element(groupHead('Loans 1')).not.toBeInTheDocument();
  await expect.element(groupHead('Payments 1')).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: /^Post payments/ })).toBeVisible();
  await page.getByRole('searchbox').fill('crane');
  await expect.element(page.getByText('No permission matches.')).toBeVisible();
});

it('a link to a group moves the focus to its head', async () => {
  answerApi();
  await drawFeature(<PermissionMatrix rows={lender} />, { texts });
  const groups = page.getByRole('navigation', { name: 'Groups of permissions' });
  await groups.getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => document.activeElement?.textContent).toBe('Reports 1');
});
