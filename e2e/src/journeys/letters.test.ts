import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';

test('a letter goes from its template to a released batch, its print and the contact log', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, { ...holder, borrowerName: 'Ana Silva' });
  await stack.owner`
    insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred)
    values (${portfolio.id}, ${loan.borrowerId}, ${randomUUID()}, 'address', 'home', '1 Main Street',
      false)`;
  const { page } = await visit(portfolio.manager);
  const dialog = page.getByRole('dialog');

  await test.step('the manager writes a template and sees it on the loan', async () => {
    await page.goto('/letters?tab=templates');
    await page.getByRole('button', { name: 'Add template' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Formal notice');
    await dialog.getByRole('textbox', { name: 'Subject in English' }).fill('Notice on {{loan}}');
    const text = dialog.getByRole('textbox', { name: 'Text in English' });
    await text.fill('Dear {{borower}}, please pay {{amount_late}}.');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog.getByText('“borower” is not a field.')).toBeVisible();
    await text.fill('Dear {{borrower}}, please pay {{amount_late}}.');
    await dialog.getByRole('combobox', { name: 'Loan' }).fill('Ana Silva');
    await page.getByRole('option', { name: /Ana Silva/ }).click();
    await expect(dialog.getByText(/^Dear .*Ana Silva.*, please pay .*106\.62 USD/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expectToast(page, 'Template saved');
  });

  await test.step('a step proposes the late loan, and the manager releases it', async () => {
    await page.getByRole('tab', { name: 'Dunning steps' }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Formal notice · Letter' }).click();
    await dialog.getByRole('textbox', { name: 'From days late' }).fill('10');
    await dialog.getByRole('button', { name: 'Save step' }).click();
    await expectToast(page, 'Step saved');
    await page.getByRole('tab', { name: 'Batches' }).click();
    await page.getByRole('button', { name: 'Propose now' }).click();
    await expectToast(page, '1 message proposed');
    await page.getByRole('button', { name: /^Open Formal notice/ }).click();
    await expect(dialog.getByText('Ana Silva')).toBeVisible();
    await dialog.getByRole('button', { name: 'Release 1 message' }).click();
    await expectToast(page, '1 message sent.');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Print letters' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('letters-2026-06-15.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('the agent sees the letter as it was sent', async () => {
    const { page: agent } = await visit(team.agent);
    await agent.goto(`/loan-details?id=${loan.id}&tab=contacts`);
    await expect(agent.getByText('Letter: Sent')).toBeVisible();
    await agent.getByRole('button', { name: 'Open message' }).click();
    const message = agent.getByRole('dialog', { name: 'Message as it was sent' });
    await expect(message.getByText(/Dear .*Ana Silva.*, please pay/)).toBeVisible();
    await expect(message.getByText('1 Main Street')).toBeVisible();
  });
});
