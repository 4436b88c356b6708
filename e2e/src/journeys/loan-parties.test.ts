import { arrangeLoan, arrangePhone } from '@bursar/api/testing/arrange';
import { expect, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';
import { expectNothingLost } from '../steps/narrow.ts';

test('a guarantor is added to a loan, is visible to its holder, and is ended with a reason', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const { id: loanId } = await arrangeLoan(stack.owner, portfolio, {
    teamId: team.id,
    agentId: team.agent.id,
    borrowerName: 'Rosa Singh',
  });
  // A borrower whose own loan the agent does not hold.
  const { id: otherLoan } = await arrangeLoan(stack.owner, portfolio, {
    borrowerName: 'Amina Rao',
  });
  await arrangePhone(stack.owner, otherLoan, '+14155552671');
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of 409/);
  await page.goto(`/loan-details?id=${loanId}`);

  const more = (of: Page) => of.getByRole('main').getByRole('button', { name: 'More actions' });
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Add party' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a party to the loan' });
  await dialog.getByRole('button', { name: 'Add party' }).click();
  await expect(dialog.getByText('Choose a borrower.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Borrower' }).fill('rosa');
  await dialog.getByRole('option', { name: /Rosa Singh/ }).click();
  await dialog.getByRole('button', { name: 'Add party' }).click();
  await expect(dialog.getByText('This borrower is already on the loan.').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Borrower' }).fill('amina');
  await dialog.getByRole('option', { name: /Amina Rao/ }).click();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await dialog.getByRole('option', { name: 'Guarantor' }).click();
  await dialog.getByLabel('Note').fill('Her sister');
  await expectAccessible(page, 'adding a party');
  await dialog.getByRole('button', { name: 'Add party' }).click();
  await expectToast(page, 'Party added');
  const also = page.getByRole('region', { name: 'Other parties' });
  await expect(also.getByRole('listitem')).toContainText(/Amina Rao.*Guarantor.*Her sister/);
  await expectAccessible(page, 'a loan with a party');

  const { page: phone, expectComplaint: expectOfAgent } = await visit(team.agent);
  await phone.goto(`/loan-details?id=${loanId}`);
  const seen = phone.getByRole('region', { name: 'Other parties' });
  await expect(seen.getByRole('link', { name: 'Amina Rao' })).toBeVisible();
  await more(phone).click();
  await expect(phone.getByRole('menuitem').first()).toBeVisible();
  await expect(phone.getByRole('menuitem', { name: 'Add party' })).toHaveCount(0);
  await phone.keyboard.press('Escape');
  await expectNothingLost(phone, 'a loan with a party');
  await phone.getByRole('button', { name: 'Log contact' }).first().click();
  const contact = phone.getByRole('dialog', { name: /^Log contact/ });
  await contact.getByRole('radio', { name: /Amina Rao.*Guarantor/ }).check();
  await contact.getByRole('radio', { name: 'Answered' }).check();
  await expectAccessible(phone, 'a contact with a party');
  await contact.getByRole('button', { name: 'Log contact' }).click();
  await expectToast(phone, 'Contact logged on');
  await phone.goto(`/loan-details?id=${loanId}&tab=contacts`);
  await expect(phone.getByRole('region', { name: 'Contacts' })).toContainText(
    /Amina Rao.*Guarantor/,
  );
  await phone.goto(`/loan-details?id=${loanId}`);
  await seen.getByRole('link', { name: 'Amina Rao' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Amina Rao' })).toBeVisible();
  // Only loans that the agent holds are listed; the debt counts only for a loan's first borrower.
  const loans = phone.getByRole('region', { name: 'Loans' }).getByRole('row');
  await expect(loans).toHaveCount(2);
  await expect(loans.last()).toContainText('Guarantor');
  await phone.goto('/');
  await phone.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await phone.getByRole('dialog').getByRole('combobox').fill('rao amina');
  await phone.getByRole('option', { name: /^Amina Rao/ }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Amina Rao' })).toBeVisible();

  await also.getByRole('button', { name: 'End role of Amina Rao' }).click();
  const ending = page.getByRole('dialog', { name: 'End a party’s role on the loan' });
  await ending.getByRole('button', { name: 'End' }).click();
  await expect(ending.getByText('Enter a reason.')).toBeVisible();
  await ending.getByLabel('Reason').fill('Released by the bank');
  await expectAccessible(page, 'ending a party');
  await ending.getByRole('button', { name: 'End' }).click();
  await also.getByText('1 former party').click();
  await expect(also.getByRole('listitem')).toContainText('Released by the bank');

  // Users who could reach the party only through the loan lose access; the open page also
  // refetches.
  expectOfAgent(/status of 404/);
  await phone.reload();
  await expect(phone.getByText('Borrower not found')).toBeVisible();
  await expect(phone.getByText('Amina Rao')).toHaveCount(0);
});
