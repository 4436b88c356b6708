import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { writeWorkbook } from '../../../../testing/write-workbook.ts';
import { readSample } from '../read-imports.ts';
import { bookGoodRows, bookImport } from './book-import.ts';

const { database, owner } = await createTestDatabase();

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

const header = 'external_id;principal;annual_rate_percent;instalments;disbursed_on;balance';
const open = `${header}\nS001;12.500;13;24;2026-01-15;10.000\nS002;7.250;13;24;2026-01-15;7.250`;
const later = open.replaceAll('S00', 'T00');

const booked = async () =>
  (
    await owner<{ externalId: string; principalMinor: number }[]>`
      select external_id, principal_minor from loans
      where portfolio_id = ${portfolio.id} and withdrawn_at is null order by external_id`
  ).map(({ externalId, principalMinor }) => [externalId, principalMinor]);

describe('a tape that leaves a question open', () => {
  it('cannot be booked, neither whole nor in part', async () => {
    const { id, state, summary } = await office.check(open);
    expect({ state, errors: summary?.errors, goodLoans: summary?.goodLoans }).toEqual({
      state: 'checked',
      errors: 1,
      goodLoans: 0,
    });
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_has_errors' },
    });
    expect(await bookGoodRows(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_has_no_good_rows' },
    });
    expect(await booked()).toEqual([]);
  });

  it('is booked as answered', async () => {
    await office.book(open, { readAs: { answers: { decimalMark: 'comma' } } });
    expect(await booked()).toEqual([
      ['S001', 1_250_000],
      ['S002', 725_000],
    ]);
  });

  it('is read as the last tape with its header was, and shows that', async () => {
    await office.book(open, { readAs: { answers: { decimalMark: 'comma' } } });
    const { id, summary } = await office.check(later);
    expect(summary).toMatchObject({ errors: 0, principalMinor: 1_975_000 });
    const sample = await readSample(office.desk, id, office.actor);
    expect(sample?.reading?.questions).toMatchObject([{ kind: 'decimalMark', answer: 'comma' }]);
    expect(sample?.reading?.recalledFrom).toMatchObject({ fileName: 'tape.csv' });
  });

  it('is asked again with another header, and after a tape that needed no answer', async () => {
    await office.book(open, { readAs: { answers: { decimalMark: 'comma' } } });
    const other = await office.check(
      later.replace('balance', 'balance;state').replaceAll(/0$/gm, '0;'),
    );
    expect(other.summary?.errors).toBe(1);
    const amount = `${header}\nU001;0.75;13;24;2026-01-15;0.75`;
    await office.book(amount, { readAs: { answers: { smallAmounts: 'as-written' } } });
    const again = await office.check(amount.replace('U001', 'U002'));
    // Only answers about how the tape writes its numbers are remembered.
    expect(again.summary?.errors).toBe(1);
  });
});

describe('a tape with an unproven encoding', () => {
  const heading =
    'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance\n';
  const tapeOf = (name: readonly number[]) =>
    Buffer.concat([
      Buffer.from(`${heading}V001,`),
      Buffer.from(name),
      Buffer.from(',10001.50,13.49,24,2026-01-15,8000.25'),
    ]);
  /** محمد علي in Windows-1256, and Müller in Windows-1252. */
  const arabic = tapeOf([0xe3, 0xcd, 0xe3, 0xcf, 0x20, 0xda, 0xe1, 0xed]);
  const german = tapeOf([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);

  const names = async () =>
    (
      await owner<{ name: string }[]>`
        select name from borrowers where portfolio_id = ${portfolio.id} order by name`
    ).map(({ name }) => name);

  it.each([
    ['windows-1256', arabic, 'محمد علي'],
    ['windows-1252', german, 'Müller'],
  ] as const)('is not booked before the user chooses %s', async (encoding, tape, name) => {
    const { id, summary } = await office.check(tape);
    expect(summary).toMatchObject({ errors: 1, loans: 0, goodLoans: 0 });
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_has_errors' },
    });
    expect(await bookGoodRows(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_has_no_good_rows' },
    });
    const sample = await readSample(office.desk, id, office.actor);
    expect(sample?.reading?.encodingQuestion?.choices).toContainEqual({
      choice: encoding,
      readings: [name],
    });
    expect(await names()).toEqual([]);
    await office.book(tape, { readAs: { encoding } });
    expect(await names()).toEqual([name]);
  });

  it.each([
    ['ASCII', Buffer.from('Muller')],
    ['UTF-8', Buffer.from('محمد علي')],
  ])('is not asked for %s', async (_encoding, name) => {
    const { id, summary } = await office.check(tapeOf([...name]));
    expect(summary).toMatchObject({ errors: 0, warnings: 0, loans: 1 });
    const sample = await readSample(office.desk, id, office.actor);
    expect(sample?.reading).toMatchObject({ encoding: 'utf-8', encodingQuestion: null });
  });
});

describe('ids of a workbook', () => {
  it('are those that it displays, so that the next tape finds its loans', async () => {
    const names = header.split(';');
    const rows = [121, 122, 123].map((number) => [
      { number, format: '000000' },
      10001.5,
      13.49,
      24,
      '2026-01-15',
      8000.25,
    ]);
    await office.book(writeWorkbook({ rows: [names, ...rows] }));
    expect((await booked()).map(([externalId]) => externalId)).toEqual([
      '000121',
      '000122',
      '000123',
    ]);
    const csv = ['000121', '000122', '000123'].map(
      (id) => `${id};10001.50;13.49;24;2026-01-15;8000.25`,
    );
    const { summary } = await office.check([header, ...csv].join('\n'));
    expect(summary?.comparison).toMatchObject({ new: 0, same: 3, changed: 0 });
  });
});
