import { expect } from '@playwright/test';
import { templateTape } from '@bursar/api/testing/template-tape';
import { expectAccessible } from '../steps/axe.ts';
import { newTag, test } from '../stack/journey.ts';
import { bookTape, outcome, uploadTape } from '../steps/imports.ts';

const recent = { disbursed_on: '2026-01-01', first_due_on: '2026-02-01' };

test('a tape with other columns is mapped by hand, booked, and its mapping is reused for the next one', async ({
  visit,
  portfolio,
}) => {
  const tag = newTag();
  const foreign = (id: string) =>
    templateTape({ ...recent, external_id: `${tag}-${id}` })
      .replace('principal,', 'Feld 3,')
      .replace('external_id', 'Feld 1');
  const { page } = await visit(portfolio.manager);
  const panel = await uploadTape(page, { name: 'march.csv', content: foreign('1') });
  await expect(panel).toContainText('Still missing: ');
  const choose = async (column: string, fact: string) => {
    await panel.getByRole('combobox', { name: `Field for the column ${column}` }).click();
    await panel.getByRole('option', { name: fact }).first().click();
  };
  await choose('Feld 3', 'Instalment');
  await expect(panel.getByText('Another column is also read as this field.').first()).toBeVisible();
  await choose('Feld 3', 'Principal');
  await choose('Feld 1', 'External ID');
  await expect(panel).not.toContainText('Still missing: ');
  await expectAccessible(page, 'columns told by hand');
  await panel.getByRole('button', { name: 'Check again' }).click();
  await expect(outcome(panel)).toContainText('The file is in order');
  await panel.getByRole('button', { name: 'Import 1 loan' }).click();
  await expect(outcome(panel)).toContainText('1 loan was booked');

  const next = await uploadTape(page, { name: 'april.csv', content: foreign('2') });
  await expect(outcome(next)).toContainText('The file is in order');
  await expect(next).toContainText('has the same columns');
});

test('a newer tape shows its changes, books them, and is undone as a whole', async ({
  visit,
  portfolio,
}) => {
  const tag = newTag();
  const [one, two, three] = [`${tag}-1`, `${tag}-2`, `${tag}-3`];
  const { page } = await visit(portfolio.manager);
  const first = templateTape(
    { ...recent, external_id: one },
    { ...recent, external_id: two, borrower_name: 'Ben Arnold' },
  );
  await bookTape(await uploadTape(page, { name: 'march.csv', content: first }), 2);
  const paid = { principal_paid: '224.87', interest_paid: '117.25', balance: '9775.13' };
  const newer = templateTape(
    { ...recent, ...paid, external_id: one, borrower_name: 'Ada King' },
    { ...recent, external_id: three },
  );
  const panel = await uploadTape(page, { name: 'april.csv', content: newer });
  await expect(outcome(panel)).toContainText('New loans: 1; changed loans: 1.');
  const comparison = panel.getByRole('region', { name: 'Comparison with the books' });
  await expect(comparison).toContainText('342.12');
  await expect(comparison).toContainText('Ada King');
  await comparison.getByRole('radio', { name: 'Not on the tape 1' }).check();
  await expect(comparison).toContainText(two);
  await expectAccessible(page, 'a newer tape');
  await panel.getByRole('button', { name: 'Book 1 new, update 1' }).click();
  await expect(outcome(panel)).toContainText('New loans: 1; updated loans: 1.');

  await panel.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(outcome(panel)).toContainText('undid this import');
  await page.goto('/loan?import=new');
  await expect(page.getByRole('dialog')).toContainText('Undone');
});
