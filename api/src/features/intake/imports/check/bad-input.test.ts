import { describe, expect, it } from 'vitest';
import { readWholeTape, sentencesOf } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import {
  templateColumns,
  templateLine,
  templateTape,
  type TemplateCells,
} from '../../../../testing/template-tape.ts';

describe('a good row', () => {
  it('is a loan without a finding', async () => {
    const { sentences, loans } = await readWholeTape(await tapeFileOf(templateTape({})));
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([
      { externalId: 'A-1', principalMinor: 1_000_000, status: 'active' },
    ]);
  });

  it('may leave everything out that has a default', async () => {
    const content =
      'external_id,principal,annual_rate_percent,instalments,disbursed_on,balance\nA-1,10000,14.07,36,2018-01-31,10000';
    const { sentences, loans } = await readWholeTape(await tapeFileOf(content));
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([
      { firstDueOn: '2018-02-28', status: 'active', balanceMinor: 1_000_000, purpose: 'other' },
    ]);
  });
});

describe('a wrong cell is named with row, column, value and what is expected', () => {
  it.each<[string, TemplateCells, string]>([
    [
      'no date',
      { disbursed_on: '31.13.2018' },
      'Row 2, column disbursed_on: "31.13.2018" is not a date. Expected a day in the format of its column, such as 2018-03-31.',
    ],
    [
      'a day that is not',
      { disbursed_on: '2018-02-29' },
      'Row 2, column disbursed_on: "2018-02-29" is not a date. Expected a day in the format of its column, such as 2018-03-31.',
    ],
    [
      'a date in the future',
      { disbursed_on: '2026-06-16', first_due_on: '' },
      'Row 2, column disbursed_on: "2026-06-16" is in the future. Expected 2026-06-15 or earlier.',
    ],
    [
      'a date before banks',
      { disbursed_on: '0218-03-01' },
      'Row 2, column disbursed_on: "0218-03-01" is out of range. Expected 1950-01-01 or later.',
    ],
    [
      'due before disbursement',
      { first_due_on: '2018-03-01' },
      'Row 2, column first_due_on: "2018-03-01" is not after the disbursement. Expected a day after 2018-03-01.',
    ],
    [
      'a negative principal',
      { principal: '-500' },
      'Row 2, column principal: "-500" is not above zero. Expected an amount above zero.',
    ],
    [
      'a principal of nothing',
      { principal: '0.00' },
      'Row 2, column principal: "0.00" is not above zero. Expected an amount above zero.',
    ],
    [
      'a principal beyond all lending',
      { principal: '100000000001' },
      'Row 2, column principal: "100000000001" is out of range. Expected a value from 0 to 100000000000.',
    ],
    [
      'a negative payment',
      { interest_paid: '-1' },
      'Row 2, column interest_paid: "-1" is out of range. Expected a value from 0 to 100000000000.',
    ],
    [
      'words for money',
      { principal: 'ten' },
      'Row 2, column principal: "ten" is not a number. Expected a number in the format of its column, such as 10000.50.',
    ],
    [
      'a currency sign',
      { principal: '€100' },
      'Row 2, column principal: "€100" states the currency EUR. Expected USD, the currency of the portfolio.',
    ],
    [
      'a negative rate',
      { annual_rate_percent: '-1' },
      'Row 2, column annual_rate_percent: "-1" is out of range. Expected a value from 0 to 1000 with at most 6 decimals.',
    ],
    [
      'half an instalment',
      { instalments: '36.5' },
      'Row 2, column instalments: "36.5" is not a whole number. Expected a number such as 36.',
    ],
    [
      '601 instalments',
      { instalments: '601' },
      'Row 2, column instalments: "601" is out of range. Expected a value from 1 to 600.',
    ],
    [
      'an empty cell that must be filled',
      { principal: ' ' },
      'Row 2, column principal: the cell is empty. Expected a value.',
    ],
    [
      'NA in a cell that must be filled',
      { principal: 'NA' },
      'Row 2, column principal: "NA" means an empty value. Expected a value.',
    ],
    [
      'a formula',
      { borrower_name: '=HYPERLINK(A1)' },
      'Row 2, column borrower_name: "=HYPERLINK(A1)" is a formula. Expected the value itself: paste values only.',
    ],
    [
      'a formula in disguise',
      { borrower_name: '@SUM(1)' },
      'Row 2, column borrower_name: "@SUM(1)" is a formula. Expected the value itself: paste values only.',
    ],
    [
      'a sum for a number',
      { principal: '+A1+A2' },
      'Row 2, column principal: "+A1+A2" is a formula. Expected the value itself: paste values only.',
    ],
    [
      'a name that is turned around',
      { borrower_name: 'Ada \u202Enoryb' },
      'Row 2, column borrower_name: the name has an invisible character or one that reverses the text direction. Remove that character.',
    ],
    [
      'a text without end',
      { borrower_name: 'x'.repeat(121) },
      'Row 2, column borrower_name: the text has 121 characters. Expected at most 120.',
    ],
    [
      'a balance that does not add up',
      { balance: '9000' },
      'Row 2, column balance: the balance is 9000.00. Expected 10000.00: the principal less the principal paid.',
    ],
    [
      'more paid than was lent',
      { principal_paid: '10000.01' },
      'Row 2, column principal_paid: the principal paid is 10000.01. Expected at most the principal, 10000.00.',
    ],
    [
      'closed with a balance',
      { status: 'closed' },
      'Row 2, column status: the status is "closed", but 10000.00 is still owed. Expected a balance of zero or another status.',
    ],
    [
      'an instalment below its interest',
      { instalment: '100.00' },
      'Row 2, column instalment: an instalment of "100.00" never repays the loan, because interest uses all of it. Expected a larger instalment.',
    ],
  ])('%s', async (_name, cells, sentence) => {
    const { sentences, rows, summary } = await readWholeTape(await tapeFileOf(templateTape(cells)));
    expect(sentences).toEqual([sentence]);
    expect(rows).toMatchObject([{ row: 2, loan: null }]);
    expect(summary).toMatchObject({ rows: 1, loans: 0 });
  });

  it('and all of them at once, not only the first', async () => {
    const sentences = await sentencesOf(templateTape({}, { principal: '-1', instalments: '0' }));
    expect(sentences.map((sentence) => sentence.split(':')[0])).toEqual([
      'Row 3, column principal',
      'Row 3, column instalments',
    ]);
  });
});

describe('a doubtful cell is imported with a warning', () => {
  it.each<[string, TemplateCells, string]>([
    [
      'money with noise',
      { interest_paid: '21.100000028' },
      'Row 2, column interest_paid: "21.100000028" has more decimals than the currency and is booked as 21.10.',
    ],
    [
      'an instalment of its own',
      { instalment: '350.00' },
      'Row 2, column instalment: the instalment is 350.00, but principal, rate and term give 342.12. The loan is booked with the instalment of the tape; the last instalment includes the difference.',
    ],
    [
      'active with nothing owed',
      { balance: '0', principal_paid: '10000' },
      'Row 2, column status: the status is "active", but nothing is owed. The loan is booked as closed.',
    ],
  ])('%s', async (_name, cells, sentence) => {
    const { sentences, loans, summary } = await readWholeTape(
      await tapeFileOf(templateTape(cells)),
    );
    expect(sentences).toEqual([sentence]);
    expect(loans).toHaveLength(1);
    expect(summary.loans).toBe(1);
  });

  it('if it is no usable contact, and is booked without it', async () => {
    const content =
      'external_id,phone,email,principal,annual_rate_percent,instalments,disbursed_on,balance\nA,+1,bad,1,1,1,2018-01-01,1';
    const { loans, sentences } = await readWholeTape(await tapeFileOf(content));
    expect(loans).toMatchObject([{ borrower: { phone: null, email: null } }]);
    expect(sentences).toEqual([
      'Row 2, column phone: "+1" is not a phone number. Expected 7 to 15 digits; the row is imported without it.',
      'Row 2, column email: "bad" is not an email address. Expected one such as name@example.com; the row is imported without it.',
    ]);
  });

  it.each(['+1 (555) 010-0199', '-'])('but %j is no formula', async (phone) => {
    const content = `external_id,phone,principal,annual_rate_percent,instalments,disbursed_on,balance\nA,${phone},1,1,1,2018-01-01,1`;
    expect(await sentencesOf(content)).toEqual([]);
  });
});

describe('a wrong header', () => {
  it('names a required column that is missing', async () => {
    const content = templateTape({}).replaceAll('principal,', 'capital,');
    expect(await sentencesOf(content)).toEqual([
      'Row 1, column capital: this column is not known and is not imported.',
      'Column principal: this column is missing. Expected in the header: Amount lent, such as 10000.00.',
    ]);
  });

  it('warns of an unknown column and suggests a known one', async () => {
    const content = templateTape({})
      .replace('interest_paid', 'intrest_paid')
      .replace('borrower_name', 'shoe size');
    expect(await sentencesOf(content)).toEqual([
      'Row 1, column shoe size: this column is not known and is not imported.',
      'Row 1, column intrest_paid: this column is not known and is not imported. Did you mean interest_paid?',
    ]);
  });

  it('warns of a column without a name by its place', async () => {
    const content = templateTape({}).replace('borrower_name', '');
    expect(await sentencesOf(content)).toEqual(['Row 1: cell 2 has no name and is not imported.']);
  });

  it('refuses the same column twice', async () => {
    const content = templateTape({}).replace('borrower_name', 'Principal');
    expect(await sentencesOf(content)).toEqual([
      'Row 1, column principal: the header has this column twice. Expected it once.',
    ]);
  });
});

describe('a row that does not fit its header', () => {
  it.each([
    ['short', templateLine({}).split(',').slice(0, 11).join(','), 11],
    ['long', `${templateLine({})},extra`, 13],
  ])('is refused when it is too %s', async (_name, row, cells) => {
    expect(await sentencesOf(`${templateTape({})}\n${row}`)).toEqual([
      `Row 3: the number of cells is ${cells}. Expected 12, as in the header.`,
    ]);
  });

  it('is let through when only empty cells are too many', async () => {
    expect(await sentencesOf(`${templateTape({})},,,`)).toEqual([]);
  });

  it('is counted as a spreadsheet does, over empty and explaining rows', async () => {
    const rows = [
      templateColumns.join(','),
      '# explained',
      '',
      templateLine({}),
      ',,,',
      templateLine({ principal: '0' }),
    ];
    expect(await sentencesOf(rows.join('\r\n'))).toEqual([
      'Row 6, column principal: "0" is not above zero. Expected an amount above zero.',
    ]);
  });

  it('with a quotation mark that is never closed ends the reading there', async () => {
    expect(await sentencesOf(`${templateTape({}, {})}\nA-3,"Ada,100`)).toEqual([
      'Row 4: a quotation mark is never closed, so the rows after it cannot be read. Expected a second ".',
    ]);
  });
});
