import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { newTag, test } from '../stack/journey.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { expectToast } from '../steps/loans.ts';
import { passwordLinkOf } from '../steps/outbox.ts';
import { choosePassword, namedRow, openAccount } from '../steps/people.ts';
import { trySignIn } from '../steps/sign-in.ts';

test('a desk invites an agent, who chooses a password and signs in', async ({
  visit,
  portfolio,
  stack,
}) => {
  const email = `noor.${newTag()}@bursar.example`;
  const password = 'Own#Choice9';
  const { page: desk } = await visit(portfolio.team.desk);
  await desk.goto('/agent');
  await desk.getByRole('link', { name: 'Add agent' }).click();

  await desk.getByRole('button', { name: 'Send invitation' }).click();
  await expect(desk.getByRole('group', { name: 'Check 2 fields' })).toBeVisible();
  await desk.getByLabel('Name').fill('Noor Khalil');
  await desk.getByLabel('Email').fill(email);
  await desk.getByLabel('Commission').fill('2.5');
  await desk.getByRole('button', { name: 'Send invitation' }).dblclick();
  await expect(desk.getByText('no mail server is set up')).toBeVisible();
  await desk.getByRole('button', { name: 'Show invitation link' }).click();
  await expect(desk.getByText('/auth/boxed-password-reset?token=')).toBeVisible();
  const accounts = await stack.owner`select from accounts where email = ${email}`;
  expect(accounts).toHaveLength(1);
  await desk.getByRole('link', { name: 'Go to agents' }).click();
  await expect(namedRow(desk, 'Noor Khalil')).toContainText('Invited');

  const { page: agent, expectComplaint } = await visit();
  expectComplaint(/status of 400/);
  await agent.goto(await passwordLinkOf(stack.owner, email));
  await choosePassword(agent, 'password1');
  await expect(agent.getByText('appears in known data leaks')).toBeVisible();
  await choosePassword(agent, password);
  await expect(agent).toHaveURL('/auth/boxed-signin');
  await expectToast(agent, 'Your password is set');
  await trySignIn(agent, { email, password });
  await expect(agent).toHaveURL('/');
  await agent.goto('/assignagent');
  await expect(agent.getByText('No loans are assigned to you.')).toBeVisible();

  await desk.reload();
  await expect(namedRow(desk, 'Noor Khalil')).toContainText('Active');
});

test('a suspended agent is signed out at once, and another agent takes over the loans', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team, manager } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  await arrangeLoan(stack.owner, portfolio, holder);
  await arrangeLoan(stack.owner, portfolio, holder);
  const nameOf = async (id: string) => {
    const [account] = await stack.owner<{ name: string }[]>`
      select name from accounts where id = ${id}`;
    return account?.name ?? '';
  };
  const leaving = await nameOf(team.agent.id);
  const heir = await nameOf(team.otherAgent.id);
  const { page: agent, expectComplaint } = await visit(team.agent);
  await agent.goto('/assignagent');
  await expect(agent.getByRole('link', { name: 'L-000001' })).toBeVisible();

  const { page } = await visit(manager);
  await page.goto('/agent');
  await openAccount(page, leaving);
  await page.getByRole('button', { name: 'Suspend…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('They hold 2 loans');
  await dialog.getByRole('radio', { name: 'Another agent takes over' }).check();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toContainText('Choose the agent who takes over.');
  await dialog.getByRole('combobox', { name: 'Agent who takes over' }).click();
  await page.getByRole('option', { name: heir }).click();
  await dialog.getByRole('button', { name: 'Suspend' }).dblclick();
  await expectToast(page, `${leaving} is suspended`);
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
  const held = await stack.owner`
    select from loan_state where portfolio_id = ${portfolio.id} and agent_id = ${team.otherAgent.id}`;
  expect(held).toHaveLength(2);

  expectComplaint(/status of 401/);
  await agent.reload();
  await expect(agent).toHaveURL('/auth/boxed-signin');

  await page.getByRole('button', { name: 'Reinstate' }).click();
  await expectToast(page, `${leaving} can sign in again`);
});

test('two users who change the same account do not overwrite each other', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team, manager } = portfolio;
  const address = `/edit-agent/${team.agent.id}`;
  const { page, expectComplaint } = await visit(manager);
  expectComplaint(/status of 409/);
  // With live updates, the desk's change would reach the open form before the manager sends it.
  await withoutLiveUpdates(page);
  await page.goto(address);
  const { page: desk } = await visit(team.desk);
  await desk.goto(address);
  await desk.getByLabel('Phone').fill('+1 415 555 2671');
  await desk.getByRole('button', { name: 'Save' }).click();
  await expectToast(desk, 'is saved');

  await page.getByLabel('Name').fill('Amira Nasser');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this in the meantime');
  await page.getByRole('button', { name: 'Load latest version' }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('+1 415 555 2671');
  await expect(page.getByLabel('Name')).toHaveValue('Amira Nasser');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Amira Nasser is saved');
  const [account] = await stack.owner`
    select name, phone from accounts where id = ${team.agent.id}`;
  expect(account).toEqual({ name: 'Amira Nasser', phone: '+14155552671' });
});

test('a manager creates a team, whose desk signs in with its own password', async ({
  visit,
  portfolio,
  stack,
}) => {
  const email = `aspen.${newTag()}@bursar.example`;
  const { page } = await visit(portfolio.manager);
  await page.goto('/team');
  await page.getByRole('link', { name: 'Create team' }).click();
  await page.getByLabel('Name of the team').fill('Aspen');
  await page.getByLabel('Name', { exact: true }).fill('Aspen desk');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create team' }).dblclick();
  await expect(page.getByText('no mail server is set up')).toBeVisible();
  await page.getByRole('link', { name: 'Go to teams' }).click();
  await expect(namedRow(page, 'Aspen')).toContainText('Aspen desk');

  const { page: desk } = await visit();
  await desk.goto(await passwordLinkOf(stack.owner, email));
  await choosePassword(desk, 'Own#Choice9');
  await expect(desk).toHaveURL('/auth/boxed-signin');
  await trySignIn(desk, { email, password: 'Own#Choice9' });
  await expect(desk).toHaveURL('/');
  await desk.goto('/agent');
  await expect(desk.getByText('No agents yet.')).toBeVisible();
});
