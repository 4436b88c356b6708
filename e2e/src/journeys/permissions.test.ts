import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';

test('an administrator revokes a permission and grants it again', async ({
  visit,
  admin,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page: agent } = await visit(team.agent);
  const { page: office } = await visit(admin);
  const pay = agent.getByRole('button', { name: 'Post payment' });
  const owed = agent.getByRole('tab', { name: 'Schedule' });

  await agent.goto(`/loan-details?id=${loan.id}`);
  await expect(pay).toBeVisible();

  await office.goto('/role-and-permission');
  const square = office.getByRole('switch', { name: 'Agent: Post payments' });
  await square.focus();
  await office.keyboard.press('Space');
  await expect(office.getByText('1 permission differs from the default.')).toBeVisible();
  const undo = office.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await agent.reload();
  await expect(owed).toBeVisible();
  await expect(pay).toHaveCount(0);

  await undo.click();
  await expect(square).toBeChecked();
  await expect(office.getByText('All permissions are at their defaults.')).toBeVisible();
  await expect(square).not.toHaveAttribute('aria-busy', 'true');
  await agent.reload();
  await expect(pay).toBeVisible();

  await office.goto('/about?tab=audit&event=change-permission');
  await office
    .getByRole('row', { name: /Permission changed/ })
    .first()
    .press('Enter');
  const event = office.getByRole('dialog', { name: 'Permission changed' });
  await expect(event.getByRole('row', { name: 'Granted No Yes' })).toBeVisible();
  await office.keyboard.press('Escape');
  await expect(event).toBeHidden();
});

test('administrators keep required permissions, and no other role can change a switch', async ({
  visit,
  admin,
  portfolio,
}) => {
  const { page: office } = await visit(admin);
  await office.goto('/role-and-permission');
  const required = office.getByRole('switch', { name: 'Admin: Manage permissions' });
  await expect(required).toBeChecked();
  await expect(required).toHaveAttribute('aria-disabled', 'true');
  await expect(required).toHaveAccessibleDescription(/Administrators always have this permission/);

  const { page: reader } = await visit(portfolio.team.agent);
  await reader.goto('/role-and-permission');
  await expect(reader.getByText('Only administrators can change permissions')).toBeVisible();
  await expect(reader.getByRole('switch')).toHaveCount(0);
  await expect(reader.getByRole('row', { name: /^Post payments/ })).toBeVisible();
});

test('the audit trail is verified and saved by administrators only', async ({
  visit,
  admin,
  portfolio,
}) => {
  const { page: office } = await visit(admin);
  await office.goto('/about?tab=audit');
  await office.getByRole('button', { name: 'Verify' }).click();
  await expect(office.getByText(/^The chain is intact: [\d,]+ events? checked\.$/)).toBeVisible();
  const download = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit-trail.csv');

  const { page: reader } = await visit(portfolio.team.agent);
  await reader.goto('/about?tab=audit');
  await expect(reader.getByRole('heading', { name: 'Licences' })).toBeVisible();
  await expect(reader.getByText('Ready')).toBeVisible();
  await expect(reader.getByRole('tab')).toHaveCount(0);
});

test('a manager reads the audit trail of a loan, an agent only with the permission', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page: agent } = await visit(team.agent);
  await agent.goto(`/loan-details?id=${loan.id}&tab=audit`);
  await expect(agent.getByRole('heading', { level: 1, name: /^L-/ })).toBeVisible();
  await expect(agent.getByRole('tab', { name: 'Schedule' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(agent.getByRole('tab', { name: 'Audit' })).toHaveCount(0);
  await agent.keyboard.press('n');
  const writing = agent.getByRole('dialog', { name: /^Note on L-/ });
  await writing.getByRole('textbox', { name: 'Note' }).fill('Works nights');
  await writing.getByRole('button', { name: 'Save note' }).click();
  await expectToast(agent, 'Note saved');

  const { page: office } = await visit(portfolio.manager);
  await office.goto(`/loan-details?id=${loan.id}&tab=audit`);
  const row = office.getByRole('row', { name: /Loan note written/ });
  await expect(row).toContainText('Works nights');
  await row.press('Enter');
  const event = office.getByRole('dialog', { name: 'Loan note written' });
  await expect(event).toContainText('After');
  await office.keyboard.press('Escape');
  await expect(event).toBeHidden();
  await expect(office).toHaveURL(/tab=audit$/);
});
