import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';
import { expectNothingLost } from '../steps/narrow.ts';

type Entry = { amount: string; name: string; text: string; direction?: string };

/** Returns a camt.053 statement, as a bank exports it. */
function statement(entries: readonly Entry[]): string {
  const written = entries.map(
    ({ amount, name, text, direction = 'CRDT' }, place) => `<Ntry>
      <Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-06-01</Dt></BookgDt><ValDt><Dt>2026-06-02</Dt></ValDt>
      <AcctSvcrRef>B${place}</AcctSvcrRef>
      <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>AE070331234567890123456</IBAN></Id></Acct>${written.join('')}
    </Stmt></BkToCstmrStmt></Document>`;
}

async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/bank-files');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

test('a bank file with mismatches is reviewed, posted and recognised when it is sent again', async ({
  visit,
  portfolio,
  stack,
}) => {
  const known = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Ada Byron' });
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Grace Hopper' });
  const reference = `L-${String(known.number).padStart(6, '0')}`;
  const content = statement([
    { amount: '106.62', name: 'Ada Byron', text: `Instalment ${reference}` },
    { amount: '50.00', name: 'HOPPER GRACE', text: 'June' },
    { amount: '999999.00', name: 'Ada Byron', text: `Far too much ${reference}` },
    { amount: '12.00', name: 'Somebody else', text: 'A present' },
    { amount: '8.00', name: 'Power company', text: 'Electricity', direction: 'DBIT' },
  ]);
  const { page } = await visit(portfolio.manager);
  await page.goto('/bank-files');
  await expect(page.getByText('Drop a bank file here')).toBeVisible();

  await drop(page, 'June.xml', content);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('Instalment')).toContainText('loan number in the text');
  await expect(row('HOPPER')).toContainText('No certain match');
  await expect(row('Electricity')).toContainText('Outgoing payment');

  await row('HOPPER').getByRole('button', { name: 'Choose loan' }).click();
  const match = page.getByRole('dialog', { name: 'Match with a loan' });
  await match.getByRole('radio', { name: /Grace Hopper · .*payer’s name/ }).check();
  await expectAccessible(page, 'choosing a loan for a line');
  await match.getByRole('button', { name: 'Match' }).click();
  await expect(row('HOPPER')).toContainText('Matched manually');
  await row('HOPPER').getByRole('button', { name: 'Split' }).click();
  const split = page.getByRole('dialog', { name: 'Split over several loans' });
  await split.getByRole('combobox', { name: 'Loan 1' }).fill(reference);
  await page.getByRole('option', { name: new RegExp(reference) }).click();
  await split.getByRole('textbox', { name: 'Amount 1' }).fill('20.00');
  await split.getByRole('combobox', { name: 'Loan 2' }).fill('Grace');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await split.getByRole('textbox', { name: 'Amount 2' }).fill('29.00');
  await expect(split.getByText('1.00 USD left to allocate')).toBeVisible();
  await split.getByRole('textbox', { name: 'Amount 2' }).fill('30.00');
  await expectAccessible(page, 'splitting a line');
  await split.getByRole('button', { name: 'Split line' }).click();
  await expect(row('HOPPER')).toContainText('Split manually');
  await row('A present').getByRole('button', { name: 'Leave out' }).click();
  const aside = page.getByRole('dialog', { name: 'Leave line out' });
  await aside.getByRole('radio', { name: 'Not a loan payment' }).check();
  await expectAccessible(page, 'leaving a line out');
  await aside.getByRole('button', { name: 'Leave out' }).click();
  await expect(row('A present')).toContainText('Not a loan payment');

  await page.getByRole('button', { name: 'Post 3 payments' }).click();
  const question = page.getByRole('dialog', { name: 'Post 3 payments?' });
  await question.getByRole('button', { name: 'Post' }).click();
  await expectToast(page, /2 posted, 1 refused/);
  await expect(row('Far too much')).toContainText('Refused');
  await expect(row('Far too much')).toContainText(/more than/i);
  await expectAccessible(page, 'a bank file with lines in every state');
  await expectNothingLost(page, 'a bank file');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: /^Posted/ }).click();
  await expect(page).toHaveURL(/lines=posted/);
  await row('Instalment').getByRole('link', { name: reference }).click();
  await expect(page.getByRole('row').filter({ hasText: '106.62' }).first()).toBeVisible();

  await drop(page, 'June again.xml', content);
  await expect(row('Instalment')).toContainText('Already uploaded: June.xml, line 1');
  await expect(page.getByRole('button', { name: /^Post/ })).toBeHidden();
});

test('a file with open questions is stored once they are answered', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/bank-files');
  const csv = 'Date;Payer;Reference;Amount\n2026-06-01;Ada Byron;Instalment;1.500\n';
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'June.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const questions = page.getByRole('region', { name: 'Questions about the file' });
  await expect(questions.getByText('2026-06-01 · Ada Byron · Instalment · 1.500')).toBeVisible();
  await expectAccessible(page, 'questions about a bank file');
  await expectNothingLost(page, 'questions about a bank file');
  await questions.getByRole('radio', { name: '1,500.00' }).check();
  await questions.getByRole('radio', { name: 'Money received' }).check();
  await questions.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByRole('heading', { name: 'June.csv' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Instalment' })).toContainText('1,500.00');
});

test('a file that is no bank file is refused and not stored', async ({ visit, portfolio }) => {
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/400/);
  await page.goto('/bank-files');
  const content = '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>';
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'odd.xml', mimeType: 'text/xml', buffer: Buffer.from(content) });
  await expect(page.getByText(/not a bank statement in a format that can be read/)).toBeVisible();
  await expect(page.getByText('No bank files yet')).toBeVisible();
});
