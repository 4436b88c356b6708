import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import { loanReference } from '@bursar/api/features/servicing/loan-lists/loans.store';
import type { Stack } from '../stack/start-stack.ts';
import { test } from '../stack/journey.ts';
import { dress } from '../steps/themes.ts';
import { expectNothingLost } from '../steps/narrow.ts';
import { expectLoans, expectToast, select } from '../steps/loans.ts';

type Given = { readonly stack: Stack; readonly portfolio: TestPortfolio };

async function arrangeHeld({ stack, portfolio }: Given) {
  const { id: teamId, agent } = portfolio.team;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId, agentId: agent.id });
  return { id: loan.id, reference: loanReference(loan.number) };
}

async function openLoan(page: Page, loan: { id: string; reference: string }): Promise<void> {
  await page.goto(`/loan-details?id=${loan.id}`);
  await expect(page.getByRole('heading', { level: 1, name: loan.reference })).toBeVisible();
}

test('a note that mentions a colleague notifies them and links to its loan', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeHeld({ stack, portfolio });
  const { page: agent } = await visit(portfolio.team.agent);
  await openLoan(agent, loan);
  await agent.keyboard.press('n');
  const writing = agent.getByRole('dialog', { name: `Note on ${loan.reference}` });
  await writing
    .getByRole('textbox', { name: 'Note' })
    .pressSequentially('Ring the employer, @delta-d');
  await expect(writing.getByRole('option', { name: /delta-desk/ })).toBeVisible();
  await agent.keyboard.press('Enter');
  await agent.keyboard.type('please');

  // The draft survives a reload.
  await agent.reload();
  await expect(writing.getByRole('textbox', { name: 'Note' })).toHaveValue(/^Ring .* please$/);
  await writing.getByRole('button', { name: 'Save note' }).dblclick();
  await expectToast(agent, 'Note saved');
  await agent.getByRole('tab', { name: 'Notes' }).click();
  await expect(agent.getByRole('list', { name: 'Notes on the loan' })).toContainText(
    /Ring the employer, @delta-desk \S+ please/,
  );
  expect(await stack.owner`select from loan_notes where loan_id = ${loan.id}`).toHaveLength(1);

  const { page: desk } = await visit(portfolio.team.desk);
  await desk.goto('/');
  await desk.getByRole('button', { name: 'Notifications: 1 new' }).click();
  await desk.getByRole('link', { name: new RegExp(`mentioned on .*${loan.reference}`) }).click();
  await expect(desk.getByRole('heading', { level: 1, name: loan.reference })).toBeVisible();
});

test('the many contacts and notes of a loan load page by page', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeHeld({ stack, portfolio });
  await arrangeLongTexts(loan.id, { stack, portfolio });
  const { page: agent } = await visit(portfolio.team.agent);
  await openLoan(agent, loan);

  await test.step('the keyboard moves from page to page', async () => {
    await agent.getByRole('tab', { name: 'Contacts' }).click();
    const contacts = agent.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
    await expect(contacts).toHaveCount(10);
    await agent.getByRole('button', { name: 'Show more' }).focus();
    await agent.keyboard.press('Enter');
    await expect(contacts).toHaveCount(60);
    await agent.keyboard.press('Enter');
    await expect(contacts).toHaveCount(110);
    await expect(agent.getByRole('button', { name: 'Show more' })).toBeFocused();
    await agent.keyboard.press('Enter');
    await expect(contacts).toHaveCount(120);
    await expect(agent.getByText('120 of 120')).toBeFocused();
  });

  await test.step('the pages load on a phone and in Arabic', async () => {
    const visitor = await visit(portfolio.team.desk);
    await dress(visitor, 'ae');
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/loan-details?id=${loan.id}&tab=notes`);
    const notes = page.getByRole('tabpanel').getByRole('listitem');
    await expect(notes).toHaveCount(50);
    await page.getByRole('button', { name: 'عرض المزيد' }).click();
    await expect(notes).toHaveCount(60);
    await expectNothingLost(page, 'the notes of a loan');
  });
});

/** Inserts 120 contacts and 60 notes, one of each a day. */
async function arrangeLongTexts(loanId: string, { stack, portfolio }: Given): Promise<void> {
  const by = portfolio.team.agent.id;
  await stack.owner`
    insert into contact_attempts (portfolio_id, id, loan_id, channel, outcome, note, contacted_at,
      logged_by, logged_at)
    select ${portfolio.id}, gen_random_uuid(), ${loanId}, 'call', 'answered', 'Call ' || call,
      at, ${by}, at
    from generate_series(1, 120) call,
      lateral (select timestamptz '2026-01-01' + call * interval '1 day' as at) moment`;
  await stack.owner`
    insert into loan_notes (portfolio_id, id, loan_id, text, written_by, written_at)
    select ${portfolio.id}, gen_random_uuid(), ${loanId}, 'Note ' || note, ${by},
      timestamptz '2026-01-01' + note * interval '1 day'
    from generate_series(1, 60) note`;
}

test('a document is filed on a loan and downloaded unchanged', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeHeld({ stack, portfolio });
  const { page } = await visit(portfolio.team.agent);
  await openLoan(page, loan);
  await page.getByRole('tab', { name: 'Documents' }).click();
  const content = Buffer.from(`%PDF-1.7\n${'a line of it\n'.repeat(20_000)}`);
  const file = { name: 'Pay slip, Oct “26”.pdf', mimeType: 'application/pdf', buffer: content };
  await page.getByLabel('Drop a document here').setInputFiles(file);
  await expectToast(page, 'uploaded');
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: file.name }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(file.name);
  expect((await readFile(await download.path())).equals(content)).toBe(true);

  await page.getByRole('button', { name: `More actions for ${file.name}` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  const asking = page.getByRole('dialog', { name: /^Withdraw/ });
  await asking.getByRole('button', { name: 'Withdraw document' }).click();
  await expect(asking).toContainText('Enter a reason.');
  await asking.getByRole('textbox', { name: 'Reason' }).fill('Another borrower’s');
  await asking.getByRole('button', { name: 'Withdraw document' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: file.name })).toContainText(
    'Another borrower’s',
  );
  await expect(page.getByRole('link', { name: file.name })).toHaveCount(0);
});

test('a tag is created, added to several loans, and finds them by filter', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loans = [];
  for (let count = 0; count < 3; count += 1) loans.push(await arrangeHeld({ stack, portfolio }));
  const [first, second] = loans.map(({ reference }) => reference);
  const tagged = [first ?? '', second ?? ''];
  const { page } = await visit(portfolio.manager);
  await page.goto('/allloan?panel=tags');
  const managing = page.getByRole('dialog', { name: 'Tags of the portfolio' });
  await managing.getByRole('textbox', { name: 'New tag' }).fill('Campaign');
  await managing.getByRole('button', { name: 'Add tag' }).click();
  await expect(managing.getByRole('list')).toContainText('Campaign');
  await page.keyboard.press('Escape');

  await select(page, tagged);
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Tag' })
    .click();
  const tagging = page.getByRole('dialog', { name: 'Tag 2 loans' });
  await tagging
    .getByRole('group', { name: 'Campaign' })
    .getByRole('radio', { name: 'Add' })
    .check();
  await tagging.getByRole('button', { name: 'Change tags' }).click();
  await expectToast(page, 'Tags of 2 loans changed');

  // The first button with that name opens the tag management.
  await page.getByRole('button', { name: 'Tags', exact: true }).last().click();
  await page.getByRole('checkbox', { name: 'Campaign' }).check();
  await expectLoans(page, tagged);
});
