import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  arrangeApprovalRule,
  arrangeLoan,
  type TestAccount,
  type TestPortfolio,
} from '@bursar/api/testing/arrange';
import type { Stack } from '../stack/start-stack.ts';
import { test } from '../stack/journey.ts';
import { openRequest } from '../steps/approvals.ts';
import {
  assignSelected,
  expectLoans,
  expectToast,
  prepareAssignment,
  select,
} from '../steps/loans.ts';

const references = ['L-000001', 'L-000002', 'L-000003'];

test('a reassignment above the limit happens once another person has approved it', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { names, page } = await visitHeld({ visit, stack, portfolio });
  await select(page, references.slice(0, 2));
  const small = await prepareAssignment(page, names.otherTeam);
  await expect(small).toContainText('2 loans will move');
  await expect(small.getByRole('button', { name: 'Assign 2 loans' })).toBeVisible();
  await expect(small).not.toContainText('needs the approval of a second person');
  await small.getByRole('button', { name: 'Cancel' }).click();

  await select(page, references);
  const dialog = await prepareAssignment(page, names.otherTeam);
  await expect(dialog).toContainText(
    'Reassigning this many loans needs the approval of a second person',
  );
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Cedar takes the region over');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, 'The reassignment of 3 loans waits for approval');
  expect(await holdersOf(stack, portfolio)).toEqual([names.team, names.team, names.team]);

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, names.manager, 'Reassignment of loans');
  await expect(request).toContainText('Cedar takes the region over');
  const facts = request.getByRole('region', { name: 'Before and after' });
  await expect(facts.getByRole('row', { name: /^Active loans held/ })).toContainText(/0.*3/);
  await expect(facts.getByRole('row', { name: /^Outstanding principal/ })).toContainText(
    '3,600.00',
  );
  const hands = facts.getByRole('row', { name: /^Held by/ });
  await expect(hands).toContainText(new RegExp(`${names.team}.*${names.otherTeam}`));
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(office, 'Request approved and carried out');
  expect(await holdersOf(stack, portfolio)).toEqual(references.map(() => names.otherTeam));
  const { page: desk } = await visit(portfolio.otherTeam.desk);
  await desk.goto('/allassign');
  await expectLoans(desk, references);
});

test('a removal above the limit is declined, and each loan keeps its holder', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { names, page } = await visitHeld({ visit, stack, portfolio });
  await select(page, references);
  await openTakeBack(page);
  const dialog = page.getByRole('dialog', { name: 'Take back 3 loans' });
  await expect(dialog).toContainText(
    'Reassigning this many loans needs the approval of a second person',
  );
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, 'The reassignment of 3 loans waits for approval');

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, names.manager, 'Reassignment of loans');
  await request
    .getByRole('textbox', { name: 'Reason for the decision' })
    .fill('Delta keeps its region');
  await request.getByRole('button', { name: 'Decline' }).click();
  await expectToast(office, 'Request declined');

  expect(await holdersOf(stack, portfolio)).toEqual([names.team, names.team, names.team]);
  await page.goto('/approvals?tab=decided');
  const decided = await openRequest(page, names.manager, 'Reassignment of loans');
  await expect(decided).toContainText('Delta keeps its region');
  await page.goto('/assignloan');
  await expectLoans(page, references);
});

test('an assignment is undone on the page of its team after its toast has disappeared', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { names, page } = await visitHeld({ visit, stack, portfolio });
  await select(page, references.slice(0, 2));
  const dialog = await prepareAssignment(page, names.otherTeam);
  await dialog.getByRole('button', { name: 'Assign 2 loans' }).click();
  await expectToast(page, `2 loans assigned to ${names.otherTeam}`);

  await page.goto(`/edit-team/${portfolio.otherTeam.id}`);
  const moves = page.getByRole('list', { name: 'Assignments' });
  await expect(moves).toContainText('Received 2 loans');
  await moves.getByRole('button', { name: 'Undo…' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this assignment' });
  await expect(question).toContainText(
    'All 2 loans of the assignment return to their previous holders',
  );
  await expect(question).toContainText(names.team);
  await question.getByRole('button', { name: 'Return 2 loans' }).click();
  await expectToast(page, '2 loans returned to their previous holders');
  await expect(moves).toContainText('2 loans reassigned to another holder (undone)');
  await expect(moves.getByRole('button', { name: 'Undo…' })).toHaveCount(0);
  expect(await holdersOf(stack, portfolio)).toEqual([names.team, names.team, names.team]);
});

test('a second manager learns what moved since the dialog opened, and can preview again or go on', async ({
  visit,
  portfolio,
  stack,
}) => {
  const names = await arrangeHeld(stack, portfolio);
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of 409/);
  await page.goto('/assignloan');
  await select(page, references.slice(0, 2));
  const dialog = await prepareAssignment(page, names.otherTeam);
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('2 loans will move');

  const colleague = await arrangeManager(stack, portfolio);
  const { page: elsewhere } = await visit(colleague);
  await elsewhere.goto('/assignloan');
  await select(elsewhere, references.slice(0, 1));
  await assignSelected(elsewhere, { to: names.agent, count: 1 });

  await dialog.getByRole('button', { name: 'Assign 2 loans' }).click();
  const question = dialog.getByRole('alert');
  await expect(question).toContainText(
    '1 of these loans was reassigned after you selected them (L-000001',
  );
  await expect(question).toContainText(`by ${colleague.name}, to ${names.agent}`);
  expect(await holdersOf(stack, portfolio)).toEqual([names.team, names.team, names.team]);
  await dialog.getByRole('button', { name: 'Review again' }).click();
  await expect(question).toBeHidden();
  await expect(preview).toContainText('2 loans will move');
  await dialog.getByRole('button', { name: 'Assign 2 loans' }).click();
  await expectToast(page, `2 loans assigned to ${names.otherTeam}`);
  expect((await holdersOf(stack, portfolio)).toSorted()).toEqual(
    [names.team, names.otherTeam, names.otherTeam].toSorted(),
  );
});

test('an absence cover and the loans of a suspended agent wait for approval as well', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team, otherTeam } = portfolio;
  await limitTo(stack, portfolio, 1);
  for (const { id, agent } of [team, team, otherTeam, otherTeam]) {
    await arrangeLoan(stack.owner, portfolio, { teamId: id, agentId: agent.id });
  }
  const { page: desk } = await visit(team.desk);
  await desk.goto('/');
  const queues = desk.getByRole('row', { name: /delta-agent/ });
  await queues.getByRole('button', { name: 'Actions for delta-agent' }).click();
  await desk.getByRole('menuitem', { name: 'Hand over queue…' }).click();
  const absenceCover = desk.getByRole('dialog', { name: /^Hand over the queue of delta-agent/ });
  await expect(absenceCover).toContainText('needs a second person’s approval');
  await absenceCover.getByRole('checkbox', { name: /delta-other-agent/ }).check({ force: true });
  await absenceCover.getByRole('textbox', { name: 'Until' }).fill('2026-06-19');
  await absenceCover.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(desk, /Handover of the queue of delta-agent .* waits for approval/);

  const { page } = await visit(portfolio.manager);
  await page.goto('/approvals');
  const queue = await openRequest(page, 'delta-desk', 'Handover of a queue');
  await expect(queue.getByRole('row', { name: /^Active loans held/ })).toContainText(/2.*0/);
  expect(await countWith(stack, team.otherAgent.id)).toBe(0);
  await queue.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Request approved and carried out');
  expect(await countWith(stack, team.otherAgent.id)).toBe(2);

  await page.goto(`/edit-agent/${otherTeam.agent.id}`);
  await page.getByRole('button', { name: 'Suspend…' }).click();
  const suspension = page.getByRole('dialog', { name: /^Suspend/ });
  await suspension.getByRole('radio', { name: 'The loans become unassigned' }).check();
  await expect(suspension).toContainText(
    'Reassigning this many loans needs a second person’s approval',
  );
  await suspension.getByRole('button', { name: 'Suspend' }).click();
  await expectToast(page, /is suspended; reassigning the loans waits for approval/);
  expect(await countWith(stack, otherTeam.agent.id)).toBe(2);
});

async function openTakeBack(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Take back…' }).click();
}

type Held = {
  readonly visit: (account: TestAccount) => Promise<{ page: Page }>;
  readonly stack: Stack;
  readonly portfolio: TestPortfolio;
};

/** Signs in the manager and arranges loans of the first team. */
async function visitHeld({ visit, stack, portfolio }: Held) {
  const names = await arrangeHeld(stack, portfolio);
  const { page } = await visit(portfolio.manager);
  await page.goto('/assignloan');
  return { names, page };
}

/** Arranges three loans of the first team and a limit of two loans without approval. */
async function arrangeHeld({ owner }: Stack, portfolio: TestPortfolio) {
  const { team, otherTeam, manager } = portfolio;
  await limitTo({ owner }, portfolio, 2);
  for (let made = 0; made < references.length; made += 1) {
    await arrangeLoan(owner, portfolio, { teamId: team.id });
  }
  const rows = await owner<{ id: string; name: string }[]>`
    select id, name from teams where portfolio_id = ${portfolio.id}
    union all select id, name from accounts where id in (${manager.id}, ${team.agent.id})`;
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? '';
  return {
    team: nameOf(team.id),
    otherTeam: nameOf(otherTeam.id),
    manager: nameOf(manager.id),
    agent: nameOf(team.agent.id),
  };
}

async function arrangeManager({ owner }: Stack, { id, manager }: TestPortfolio) {
  const account = { id: randomUUID(), email: `second.${manager.email}`, name: 'Nadia Second' };
  await owner`
    insert into accounts (id, portfolio_id, role, email, name, password_hash)
    select ${account.id}, ${id}, 'user', ${account.email}, ${account.name}, password_hash
    from accounts where id = ${manager.id}`;
  return account;
}

function limitTo({ owner }: Pick<Stack, 'owner'>, portfolio: TestPortfolio, limitLoans: number) {
  const kind = 'reassign-loans';
  return arrangeApprovalRule(owner, portfolio, { kind, required: true, limitLoans });
}

async function countWith({ owner }: Stack, agentId: string): Promise<number> {
  const rows = await owner`select from loan_state where agent_id = ${agentId}`;
  return rows.length;
}

async function holdersOf({ owner }: Stack, { id }: TestPortfolio): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`
    select team.name from loan_state state
    join teams team on team.portfolio_id = state.portfolio_id and team.id = state.team_id
    where state.portfolio_id = ${id}`;
  return rows.map(({ name }) => name);
}
