import { expect, type Page } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';
import { newTag, test } from '../stack/journey.ts';
import { cellUnder, expectMoney, figure, minorOf, money } from '../steps/figures.ts';
import { bookTape, outcome, uploadTape } from '../steps/imports.ts';
import { readInterestOf } from '../steps/income.ts';
import {
  assignSelected,
  expectLoans,
  expectToast,
  loanRow,
  select,
  shownReferences,
} from '../steps/loans.ts';
import { chooseUsualAmount, openPayment, post, postAnother } from '../steps/payments.ts';
import { countLoans } from '../steps/rows.ts';
import { signInAs } from '../steps/sign-in.ts';
import { makeTape } from '../steps/tapes.ts';

test('from a loan tape to income, through manager, desk and agent', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { manager, team } = portfolio;
  const [desk, agent, teamName] = await namesOf(stack.owner, team);
  const tape = makeTape(newTag());

  const managing = await visit();
  await test.step('the manager imports the tape', async () => {
    const { page } = managing;
    await signInAs(page, manager);
    const panel = await uploadTape(page, tape);
    await expect(outcome(panel)).toContainText('The file is in order. Nothing is booked yet');
    const totals = panel.getByRole('region', { name: 'File summary' });
    await expect(figure(totals, 'Loans')).toHaveText(String(tape.loans));
    await expectMoney(figure(totals, 'Principal'), tape.totals.principalMinor);
    await expectMoney(figure(totals, 'Balance'), tape.totals.balanceMinor);
    await expectMoney(figure(totals, 'Principal paid'), tape.totals.principalPaidMinor);
    await expectMoney(figure(totals, 'Interest paid'), tape.totals.interestPaidMinor);
    await expectMoney(figure(totals, 'Late fees paid'), tape.totals.lateFeesMinor);
    await expect(figure(totals, 'Written-off loans')).toHaveText('2');
    expect(await countLoans(stack.owner, portfolio.id), 'loans after the dry run').toBe(0);

    await bookTape(panel, tape.loans);
    expect(await countLoans(stack.owner, portfolio.id)).toBe(tape.loans);
  });

  const references = await test.step('the manager assigns some of its loans', async () => {
    const { page } = managing;
    await page.getByRole('link', { name: 'Show its unassigned loans' }).click();
    await expect(page.getByText(`${tape.loans} loans match the filters`)).toBeVisible();
    const chosen = await activeLoans(page, 3);
    await select(page, chosen);
    await assignSelected(page, { to: teamName, count: 3, reason: 'First tape' });
    await expect(page.getByText(`${tape.loans - 3} loans match the filters`)).toBeVisible();
    return chosen;
  });

  await test.step('the desk assigns them to its agent', async () => {
    const { page } = await visit();
    await signInAs(page, desk);
    await page.getByRole('link', { name: 'Unassign Loans' }).click();
    await expectLoans(page, references);
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
    await assignSelected(page, { to: agent.name, count: 3 });
    await expect(page.getByText('Every loan of the team has an agent.')).toBeVisible();
    await page.getByRole('link', { name: 'Assigned Loans' }).click();
    await expectLoans(page, references);
  });

  const watching = [
    { who: manager, path: '/chart' },
    { who: desk, path: '/agentgraph' },
    { who: agent, path: '/agentchart' },
  ];
  for (const { who, path } of watching) {
    const { page } = await visit(who);
    await page.goto(path);
    expect(await readInterestOf(page, 'Jun 2026'), `interest on ${path} before`).toBe(0);
  }

  const working = await visit();
  const interestMinor = await test.step('the agent posts two payments', async () => {
    const { page } = working;
    await signInAs(page, agent);
    await page.getByRole('link', { name: 'Loans', exact: true }).click();
    await expectLoans(page, references);
    await page.getByRole('link', { name: references[0] ?? '', exact: true }).click();
    await expectScheduleThatAddsUp(page);
    const first = await payNextDue(page, post);
    working.expectComplaint(/409.*\/payments/);
    const second = await payNextDue(page, postAnother);
    expect(first).toBeGreaterThan(0);
    return first + second;
  });

  await test.step('the ledger balances', async () => {
    const { page } = working;
    await page.getByRole('tab', { name: 'Ledger' }).click();
    const table = page.getByRole('region', { name: 'Ledger' }).getByRole('table');
    const payments = table.getByRole('row', { name: /^Payment/ });
    await expect(payments).toHaveCount(2);
    const amount = await (await cellUnder(table, payments.first(), 'Amount')).innerText();
    expect(minorOf(amount)).toBeGreaterThan(0);
    await expectBalancedLedger(stack.owner, portfolio.id);
  });

  await test.step('income moves by exactly the interest, for all three', async () => {
    for (const { who, path } of watching) {
      const { page } = await visit(who);
      await page.goto(path);
      expect(await readInterestOf(page, 'Jun 2026'), `interest on ${path}`).toBe(interestMinor);
    }
  });
});

/** Returns the references of the last loans shown that are active and not late. */
async function activeLoans(page: Page, count: number): Promise<string[]> {
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
  const references = await shownReferences(page);
  const active: string[] = [];
  for (const reference of references) {
    const row = loanRow(page, reference);
    if (await row.getByText('Current', { exact: true }).isVisible()) active.push(reference);
  }
  if (active.length >= count) return active.slice(-count);
  throw new Error(`fewer than ${count} of ${references.length} loans are active`);
}

async function expectScheduleThatAddsUp(page: Page): Promise<void> {
  const table = page.getByRole('region', { name: 'Schedule' }).getByRole('table');
  // A row with a button folds others.
  const rows = table.getByRole('row').filter({ hasNot: page.getByRole('button') });
  const folded = page.getByRole('button', { name: /^Show \d+ (paid|later) instalments?$/ });
  await expect(table).toBeVisible();
  while ((await folded.count()) > 0) await folded.first().click();
  // The header and the totals are rows too.
  await expect.poll(async () => [38, 62].includes(await rows.count())).toBe(true);
  const principal = await (await cellUnder(table, rows.last(), 'Principal')).innerText();
  const tile = figure(page.getByRole('region', { name: 'Balances' }), 'Outstanding');
  expect(minorOf(principal)).toBeGreaterThanOrEqual(minorOf(await tile.innerText()));
}

/** Pays the amount due next; returns the interest in it. */
async function payNextDue(page: Page, send: typeof post): Promise<number> {
  const outstanding = figure(page.getByRole('region', { name: 'Balances' }), 'Outstanding');
  const beforeMinor = minorOf(await outstanding.innerText());
  const panel = await openPayment(page);
  const { interestMinor, principalMinor } = await chooseUsualAmount(panel, 'Next due');
  await send(panel);
  await expectToast(page, `${money(interestMinor + principalMinor)} USD posted on`);
  await expectMoney(outstanding, beforeMinor - principalMinor);
  return interestMinor;
}

type Team = { readonly id: string; readonly desk: { id: string }; readonly agent: { id: string } };
type Person = { readonly id: string; readonly email: string; readonly name: string };

async function namesOf(owner: Database, team: Team): Promise<[Person, Person, string]> {
  const people = await owner<Person[]>`
    select id, email, name from accounts where id in ${owner([team.desk.id, team.agent.id])}`;
  const [row] = await owner<{ name: string }[]>`select name from teams where id = ${team.id}`;
  const find = (id: string): Person => {
    const person = people.find((one) => one.id === id);
    if (!person) throw new Error(`there is no account ${id}`);
    return person;
  };
  return [find(team.desk.id), find(team.agent.id), row?.name ?? ''];
}

async function expectBalancedLedger(owner: Database, portfolioId: string): Promise<void> {
  const unbalanced = await owner`
    select transaction_id from ledger_lines where portfolio_id = ${portfolioId}
    group by transaction_id having sum(debit_minor) <> sum(credit_minor)`;
  expect(unbalanced).toEqual([]);
}
