import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { templateTape } from '@bursar/api/testing/template-tape';
import { writeWorkbook } from '@bursar/api/testing/write-workbook';
import { newTag, test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { bookTape, findings, outcome, uploadTape, type Upload } from '../steps/imports.ts';
import { assignSelected, expectLoans, select } from '../steps/loans.ts';
import { expectNothingLost } from '../steps/narrow.ts';
import { countLoans, countWithdrawn } from '../steps/rows.ts';
import { makeTape } from '../steps/tapes.ts';

const good = templateTape({ external_id: 'A-1' });
const [goodHead = '', goodLine = ''] = good.split('\n');

type BadTape = Upload & {
  readonly what: string;
  readonly message: readonly string[];
  readonly outcome?: string;
};

const badTapes: readonly BadTape[] = [
  {
    what: 'without a required column',
    name: 'missing-column.csv',
    content: dropColumn(good, 'principal'),
    outcome: 'Choose the columns of the file below and check it again. Nothing is booked.',
    message: ['principal', 'This column is missing. Expected in the header:'],
  },
  {
    what: 'of a header alone',
    name: 'header.csv',
    content: goodHead,
    message: ['The file has a header but no loans below it. Expected one row per loan.'],
  },
  {
    what: 'with a formula without a value in a cell of a workbook',
    name: 'formula.xlsx',
    content: writeWorkbook({
      rows: [
        goodHead.split(','),
        goodLine
          .split(',')
          .map((cell) => (cell === '10000.00' ? { formula: 'SUM(A1:A9)', value: '' } : cell)),
      ],
    }),
    message: ['is a formula. Expected the value itself: paste values only.'],
  },
  {
    what: 'with a wrong date, a rate of 1250 and an id twice',
    name: 'three-errors.csv',
    content: templateTape(
      { external_id: 'A-1', disbursed_on: '2018-02-30' },
      { external_id: 'A-2', annual_rate_percent: '1250' },
      { external_id: 'A-2' },
    ),
    message: [
      '“2018-02-30” is not a date. Expected a day in the format of its column, such as 2018-03-31.',
      '“1250” is out of range.',
      '“A-2” is also in row 3. Expected each ID once.',
    ],
  },
  {
    what: 'that is no table',
    name: 'picture.csv',
    content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    message: ['This is a picture. Expected a CSV file or an XLSX, XLS or ODS workbook'],
  },
];

test('a tape with errors is refused with a sentence, and nothing of it is booked', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page } = await visit(portfolio.manager);
  for (const { what, message, outcome: sentence, ...file } of badTapes) {
    await test.step(`a tape ${what}`, async () => {
      const panel = await uploadTape(page, file);
      await expect(outcome(panel)).toContainText(
        sentence ?? /The file has \d+ errors?\. Correct .+ Nothing is booked\.$/,
      );
      for (const text of message) await expect(panel).toContainText(isolated(text));
      await expect(panel.getByRole('button', { name: /^Import/ })).toBeDisabled();
      expect(await countLoans(stack.owner, portfolio.id)).toBe(0);
    });
  }
});

test('the valid rows of a tape are booked, and the others are returned with their errors', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/loan?import=new');
  await expect(page.getByLabel('Cut-off day of the tape')).not.toHaveValue('');
  const rows = [{ external_id: 'A-1' }, { external_id: 'A-2' }, { principal: '-5' }];
  const panel = await uploadTape(page, { name: 'mixed.csv', content: templateTape(...rows) });
  const arrears = panel.getByRole('region', { name: 'Loans by days late' });
  await expect(arrears.getByRole('row').filter({ hasText: 'Over 180 days' })).toContainText('2');
  await panel.getByRole('button', { name: 'Import 2 loans without errors' }).click();
  await expect(outcome(panel)).toContainText('2 loans were booked');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Export rows with errors' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/Row 4, column principal: ""-5"" is not above zero/);
});

test('a tape with an unknown column is reported, and can be booked without it', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page } = await visit(portfolio.manager);
  const content = `${goodHead},shoe_size\n${goodLine},43`;
  const panel = await uploadTape(page, { name: 'unknown-column.csv', content });
  await expect(findings(panel).filter({ hasText: 'shoe_size' })).toContainText(
    'This column is not known and is not imported.',
  );
  await panel.getByRole('button', { name: 'Import 1 loan' }).click();
  await expect(outcome(panel)).toContainText('1 loan was booked');
  expect(await countLoans(stack.owner, portfolio.id)).toBe(1);
});

test('a tape with open questions is booked once they are answered', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page } = await visit(portfolio.manager);
  const [before = '', after = ''] = templateTape({
    borrower_name: '@',
    principal: '12.500',
    balance: '12.500',
  }).split('@');
  // محمد علي in Windows-1256.
  const name = Buffer.from([0xe3, 0xcd, 0xe3, 0xcf, 0x20, 0xda, 0xe1, 0xed]);
  const content = Buffer.concat([Buffer.from(before), name, Buffer.from(after)]);
  const panel = await uploadTape(page, { name: 'letters.csv', content });
  const isOpen = 'One question is open. Answer it and check the file again';
  await expect(outcome(panel)).toContainText(isOpen);
  await expect(panel).toContainText('Answer the questions about the file and check it again.');
  await expect(panel.getByRole('button', { name: 'Import loans' })).toBeDisabled();
  const letters = panel.getByRole('region', { name: 'Text encoding' });
  await expect(letters.getByRole('row').filter({ hasText: 'Windows-1256' })).toContainText(
    'محمد علي',
  );
  await expectAccessible(page, 'the encoding of a tape');
  await expectNothingLost(page, 'the encoding of a tape');
  await panel.getByRole('combobox', { name: 'Text encoding' }).click();
  await panel.getByRole('option', { name: 'Windows-1256' }).click();
  await panel.getByRole('button', { name: 'Check again' }).click();
  await expect(outcome(panel)).toContainText(isOpen);
  await panel.getByRole('combobox', { name: 'Decimal mark' }).click();
  await panel.getByRole('option', { name: 'Comma' }).click();
  await panel.getByRole('button', { name: 'Check again' }).click();
  const first = panel.getByRole('region', { name: 'First loans' });
  await expect(first.getByRole('row').filter({ hasText: 'A-1' })).toContainText('محمد علي');
  await panel.getByRole('button', { name: 'Import 1 loan' }).click();
  await expect(outcome(panel)).toContainText('1 loan was booked');
  expect(await countLoans(stack.owner, portfolio.id)).toBe(1);
});

const noTapes = [
  {
    name: 'tape.pdf',
    content: '%PDF-1.7',
    message: 'tape.pdf has the wrong type. Allowed types: .csv, .txt, .xlsx, .xls, .ods and .zip',
  },
  { name: 'empty.csv', content: '', message: 'empty.csv is empty' },
];

test('a file that cannot be a tape is not sent', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  for (const { message, ...file } of noTapes) {
    const panel = await uploadTape(page, file);
    await expect(panel.getByRole('alert')).toHaveText(isolated(message));
    await expect(page).toHaveURL('/loan?import=new');
  }
});

test('the same tape again finds every loan unchanged and has nothing to book', async ({
  visit,
  portfolio,
  stack,
}) => {
  const tape = makeTape(newTag());
  const { page } = await visit(portfolio.manager);
  await bookTape(await uploadTape(page, tape), tape.loans);
  const again = await uploadTape(page, tape);
  await expect(outcome(again)).toContainText('New loans: 0; changed loans: 0.');
  await expect(again.getByRole('radio', { name: `Unchanged ${tape.loans}` })).toBeChecked();
  await expect(again).toContainText('The books are up to date');
  await expect(again.getByRole('button', { name: 'Import loans' })).toBeDisabled();
  expect(await countLoans(stack.owner, portfolio.id)).toBe(tape.loans);
});

test('an import cancelled while it books leaves nothing behind', async ({
  visit,
  portfolio,
  stack,
}) => {
  const tape = makeTape(newTag());
  const { page } = await visit(portfolio.manager);
  const panel = await uploadTape(page, tape);
  await expect(outcome(panel)).toContainText('The file is in order');
  // Booking first reserves loan numbers of the portfolio, so it waits for this lock.
  await stack.owner.begin(async (holding) => {
    await holding`select from portfolios where id = ${portfolio.id} for update`;
    await panel.getByRole('button', { name: `Import ${tape.loans} loans` }).click();
    const cancelled = page.waitForResponse('**/api/imports/*/cancel');
    await panel.getByRole('button', { name: 'Cancel import' }).click();
    expect((await cancelled).status()).toBe(200);
  });
  await expect(outcome(panel)).toContainText('This import was cancelled. Nothing was booked.');
  expect(await countLoans(stack.owner, portfolio.id)).toBe(0);
  const staged = await stack.owner`
    select from import_rows where portfolio_id = ${portfolio.id} limit 1`;
  expect(staged).toHaveLength(0);
  await page.goto('/loan');
  await expect(page.getByText('0 loans without a team')).toBeVisible();
});

test('a booked import is undone as a whole, and its tape can be imported again', async ({
  visit,
  portfolio,
  stack,
}) => {
  const tape = makeTape(newTag());
  const { page } = await visit(portfolio.manager);
  const panel = await uploadTape(page, tape);
  await bookTape(panel, tape.loans);
  await panel.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(question).toContainText(`All ${tape.loans} loans are removed from the books`);
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(outcome(panel)).toContainText(`Its ${tape.loans} loans were removed from the books`);
  expect(await countWithdrawn(stack.owner, portfolio.id)).toBe(tape.loans);
  await page.goto('/allloan');
  await expectLoans(page, []);

  await bookTape(await uploadTape(page, tape), tape.loans);
});

test('an import cannot be undone after its loans were worked, and names the loans and reasons', async ({
  visit,
  portfolio,
  stack,
}) => {
  const tape = makeTape(newTag());
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of 409/);
  const panel = await uploadTape(page, tape);
  await bookTape(panel, tape.loans);
  const address = page.url();
  await page.goto('/loan');
  await select(page, ['L-000001', 'L-000002']);
  await assignSelected(page, { to: 'delta', count: 2 });
  await page.goto(address);
  await panel.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    'After the import, work was done on 2 of its loans. Undo that work first, then the import.',
  );
  const obstacles = question.getByRole('list', { name: 'Loans that block the undo' });
  await expect(obstacles.getByRole('listitem')).toHaveText([
    /^L-000001Assigned: undo the assignment/,
    /^L-000002Assigned/,
  ]);
  expect(await countWithdrawn(stack.owner, portfolio.id)).toBe(0);
});

function dropColumn(tape: string, column: string): string {
  const lines = tape.split('\n').map((line) => line.split(','));
  const at = lines[0]?.indexOf(column) ?? -1;
  return lines.map((cells) => cells.toSpliced(at, 1).join(',')).join('\n');
}

/**
 * Returns a pattern for a sentence with any number of direction marks between its letters. The
 * screen puts these marks around text from the tape, so that the text keeps its direction.
 */
function isolated(sentence: string): RegExp {
  const letters = Array.from(sentence, (letter) =>
    letter.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`),
  );
  return new RegExp(letters.join('[\u2066-\u2069]*'));
}
