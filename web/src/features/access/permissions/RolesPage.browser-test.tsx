import type { ListPermissions } from '@bursar/contracts/access/role-permissions';
import { roles } from '@bursar/contracts/roles';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { RolesPage } from './RolesPage.tsx';

const permission = (name: string) => ({
  name,
  grants: roles.map((role) => ({
    role,
    granted: role !== 'admin',
    grantedByDefault: role !== 'admin',
    mayChange: false,
  })),
});

const drawRoles = async () => {
  answerApi(
    signInAs({ role: 'user', permissions: [] }),
    answers<ListPermissions>('GET /api/permissions', {
      people: null,
      permissions: ['read-loans', 'tag-loans', 'post-payment'].map(permission),
    }),
  );
  await drawFeature(<RolesPage />, { texts: ['permissions', 'app'] });
};

const sections = () => page.getByRole('group').elements();

it('the permissions of every role are shut, with the number in each group', async () => {
  await drawRoles();
  await expect.element(page.getByText('Loans 2 of 2').first()).toBeVisible();
  await expect.element(page.getByText('Payments 1 of 1').first()).toBeVisible();
  expect(sections()).toHaveLength(roles.length - 1);
  expect(sections().filter((section) => section.hasAttribute('open'))).toEqual([]);
  await expect.element(page.getByText('No permissions.')).toBeVisible();
});

it('a search opens the roles and lists only the permissions that match', async () => {
  await drawRoles();
  await expect.element(page.getByText('Loans 2 of 2').first()).toBeVisible();
  await page.getByRole('searchbox').fill('tag');
  await expect.element(page.getByText('Tag loans').first()).toBeVisible();
  expect(page.getByText('Tag loans').elements()).toHaveLength(roles.length - 1);
  await expect.element(page.getByText('Post payments')).not.toBeInTheDocument();
});
