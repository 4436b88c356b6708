import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readLines, readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import type { TapeTerms } from './read-tape.ts';

async function read(name: string, overrides: Partial<TapeTerms> = {}) {
  const content = await readFile(new URL(`fixtures/${name}`, import.meta.url));
  return readWholeTape(await tapeFileOf(content, name), undefined, overrides);
}

/** Sums of the three loans that most of the workbooks contain. */
const book = {
  loans: 3,
  principalMinor: 3_000_750,
  balanceMinor: 2_400_075,
  principalPaidMinor: 600_675,
  interestPaidMinor: 150_030,
};

describe('workbooks with the same three loans', () => {
  it.each([
    'x-filtered-row.xlsx',
    'x-hidden-first.xlsx',
    'x-dates.xlsx',
    'x-id-zero-format.xlsx',
    'x-percent.xlsx',
    'x-text-numbers.xlsx',
    'x-totals-row.xlsx',
    'y-isodate.xlsx',
    'y-prefix.xlsx',
  ])('are read: %s', async (name) => {
    expect((await read(name)).summary).toMatchObject(book);
  });

  it.each([
    ['x-dup-headers.xlsx', [1, 'balance', 'column_twice'], 0],
    ['x-formulas.xlsx', [2, 'balance', 'value_is_a_formula'], 0],
    ['x-newlines.xlsx', [2, 'borrower_name', 'value_not_visible'], 2],
    ['x-number-in-date.xlsx', [3, 'disbursed_on', 'value_out_of_range'], 2],
    ['x-phone-number.xlsx', [2, 'external_id', 'leading_zeros_lost'], 1],
  ] as const)('or the cell is named: %s', async (name, finding, loans) => {
    const { findings, summary } = await read(name);
    expect(findings[0] && [findings[0].row, findings[0].column, findings[0].code]).toEqual(finding);
    expect(summary.loans).toBe(loans);
  });

  it('use the value that a formula gave, with a note', async () => {
    const { findings, summary } = await read('x-formulas-cached.xlsx');
    expect(summary).toMatchObject(book);
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        code: 'formulas_calculated',
        column: 'balance',
        details: { count: 3 },
      },
    ]);
  });

  it.each(['x-totals-row.xlsx', 'x-resaved.xls', 'x-resaved.ods'])(
    'do not read a total below the loans as a loan, and name its difference: %s',
    async (name) => {
      const { findings, summary } = await read(name);
      expect(summary).toMatchObject({ ...book, rows: 3 });
      expect(findings).toMatchObject([
        {
          row: 5,
          column: 'principal',
          severity: 'error',
          code: 'totals_differ',
          details: { total: '30007.50' },
        },
        { row: 5, code: 'totals_not_read', details: { rows: '5' } },
      ]);
    },
  );

  it.each(['TOTAL', ''])('skip a total that agrees, in a row called "%s"', async (word) => {
    const { findings, loans } = await readLines([
      'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance',
      'A-1,Ada,10001.50,13.49,24,2026-01-15,8000.25',
      'A-2,Bo,10001.50,13.49,24,2026-01-15,8000.25',
      `${word},,20003.00,,,,16000.50`,
    ]);
    expect(loans).toHaveLength(2);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'totals_not_read' }]);
  });

  it('or a word is asked about, and then the cell is named: x-err.xlsx', async () => {
    const asked = await read('x-err.xlsx');
    expect(asked.findings).toMatchObject([{ code: 'words_not_known', value: '1' }]);
    const { findings, summary } = await read('x-err.xlsx', { words: { status: { 1: 'active' } } });
    expect(findings).toMatchObject([{ row: 2, code: 'value_is_a_spreadsheet_error' }]);
    expect(summary.loans).toBe(2);
  });

  it.each(['x-resaved.xls', 'x-resaved.ods'])('are read in other formats: %s', async (name) => {
    const { loans, findings } = await read(name);
    expect(loans.map(({ externalId, disbursedOn }) => [externalId, disbursedOn])).toEqual([
      ['X001', '2026-01-15'],
      ['X002', '2026-01-15'],
      ['X003', '2026-01-15'],
    ]);
    expect(loans.map(({ principalMinor }) => principalMinor)).toEqual([
      1_000_150, 1_000_250, 1_000_350,
    ]);
    // The totals row is not imported as a loan.
    expect(new Set(findings.map(({ row }) => row))).toEqual(new Set([5]));
  });

  it('name rows that are hidden and sheets that are not read', async () => {
    expect((await read('x-filtered-row.xlsx')).findings).toMatchObject([
      { code: 'rows_hidden', severity: 'warning', row: 3, details: { rows: '3' } },
    ]);
    expect((await read('x-hidden-first.xlsx')).findings).toMatchObject([
      { code: 'sheets_not_read', severity: 'warning', details: { others: 'Lookup' } },
    ]);
  });

  it('are read below a title, which is named', async () => {
    const { findings, summary } = await read('x-title-rows.xlsx');
    expect(summary).toMatchObject(book);
    expect(findings).toMatchObject([
      { code: 'rows_above_header', severity: 'warning', row: 4, details: { rows: 2 } },
    ]);
  });

  it('show their rates and ids as they were displayed', async () => {
    const { loans } = await read('x-percent.xlsx');
    expect(new Set(loans.map(({ annualRate }) => annualRate))).toEqual(new Set(['13.49']));
    const ids = async (name: string) => (await read(name)).loans.map((loan) => loan.externalId);
    expect(await ids('x-id-zero-format.xlsx')).toEqual(['000121', '000122', '000123']);
    expect(await ids('x-id-zero-later.csv')).toEqual(['000121', '000122', '000123']);
  });
});

describe('tapes in CSV', () => {
  it.each([
    ['bom-semicolon.csv', 1, 1_000_150],
    ['crlf-cr.csv', 2, 2_000_300],
    ['decimals.csv', 2, 2_000_300],
    ['ids.csv', 3, 3_000_450],
    ['semi-de.csv', 2, 2_000_300],
    ['semi-de-whole.csv', 2, 1_975_000],
    ['trailing.csv', 2, 2_000_300],
    ['utf16.csv', 2, 2_000_300],
    ['currency-col.csv', 0, 0],
    ['excel-text-formula.csv', 1, 1_000_150],
    ['newline.csv', 0, 0],
  ])('are read or refused row by row: %s', async (name, loans, principalMinor) => {
    const { summary, questions } = await read(name);
    expect(questions).toEqual([]);
    expect(summary).toMatchObject({ loans, principalMinor });
  });

  it.each([
    ['rate-fraction.csv', 'rateUnit', { rateUnit: 'fraction' }, 3],
    ['x-percent-shown.csv', 'rateUnit', { rateUnit: 'fraction' }, 3],
    ['v-amounts.csv', 'decimalMark', { decimalMark: 'point' }, 7],
  ] as const)('are asked about: %s', async (name, kind, answers, loans) => {
    const asked = await read(name);
    expect(asked.questions).toMatchObject([{ kind, answer: null }]);
    expect(asked.loans).toEqual([]);
    expect((await read(name, { answers })).loans).toHaveLength(loans);
  });

  it('are asked for the meaning of their words once', async () => {
    const asked = await read('status.csv');
    expect(asked.loans).toEqual([]);
    expect(asked.findings).toMatchObject([{ code: 'words_not_known', column: 'status' }]);
    expect(
      asked.words[0]?.words.map(({ word, meaning, suggested }) => [word, meaning ?? suggested]),
    ).toEqual([
      ['Active', 'active'],
      ['CURRENT', 'current'],
      ['Open', 'active'],
      ['Overdue', 'active'],
      ['NPA', 'active'],
      ['In arrears', 'active'],
      ['Performing', 'current'],
      ['Closed (obligations met)', 'closed'],
      ['Written-Off', 'written_off'],
      ['900', null],
    ]);
    const status = {
      current: 'current',
      open: 'active',
      overdue: 'active',
      npa: 'active',
      'in arrears': 'active',
      performing: 'current',
      'closed (obligations met)': 'closed',
      'written-off': 'written_off',
      '900': 'left_out',
    } as const;
    const explained = await read('status.csv', { words: { status } });
    expect(explained.findings.map(({ row, code }) => [row, code])).toEqual([
      [9, 'status_contradicts_balance'],
      [null, 'rows_left_out'],
    ]);
    expect(explained.summary).toMatchObject({ rows: 10, loans: 8, writtenOffLoans: 1 });
    const remembered = {
      importId: '',
      fileName: 'earlier.csv',
      bookedAt: '',
      header:
        'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,principal_paid,status'.split(
          ',',
        ),
      table: null,
      columns: null,
      answers: null,
      words: { status },
      forAll: null,
    };
    expect((await read('status.csv', { remembered: [remembered] })).summary.loans).toBe(8);
  });

  it('are read with one rate and one term for all rows', async () => {
    const lines = [
      'external_id,borrower_name,principal,disbursed_on,balance',
      'A,Ada,100,2026-01-15,90',
    ];
    const missing = await readWholeTape(await tapeFileOf(lines.join('\n'), 'tape.csv'));
    expect(missing.findings.map(({ code, column }) => [code, column])).toEqual([
      ['column_missing', 'annual_rate_percent'],
      ['column_missing', 'instalments'],
    ]);
    const forAll = { annualRate: '12.5', instalmentCount: '10', frequency: 'two-weekly' } as const;
    const { loans } = await readWholeTape(
      await tapeFileOf(lines.join('\n'), 'tape.csv'),
      undefined,
      {
        forAll,
      },
    );
    expect(loans).toMatchObject([
      {
        annualRate: '12.5',
        instalmentCount: 10,
        interval: { every: 2, unit: 'weeks' },
        firstDueOn: '2026-01-29',
        principalPaidMinor: 1000,
      },
    ]);
  });

  it.each(['win1252', 'win1256'] as const)('are asked for their encoding: %s', async (name) => {
    const { findings, loans } = await read(`${name}.csv`);
    expect(findings).toMatchObject([{ code: 'encoding_unproven' }]);
    expect(loans).toEqual([]);
  });

  it.each(['arabic-header.csv', 'bondora.csv', 'esma-cnsl.csv', 'kiva.csv', 'sba-7a.csv'])(
    'with unknown headings book nothing before columns are chosen: %s',
    async (name) => {
      const { loans, findings } = await read(name);
      expect(loans).toEqual([]);
      expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
    },
  );
});

describe('text of other delimiters and encodings', () => {
  const lines = [
    'external_id;borrower_name;principal;annual_rate_percent;instalments;disbursed_on;balance',
    'V001;Ada Example;10001,50;13,49;24;2026-01-15;8000,25',
    'V002;Bo Example;10001,50;11,99;24;2026-01-15;8000,25',
  ];
  const expected = { loans: 2, errors: 0, principalMinor: 2_000_300, balanceMinor: 1_600_050 };
  const readText = async (content: string | Buffer) =>
    readWholeTape(await tapeFileOf(content, 'tape.csv'));
  const joined = (delimiter: string) => lines.join('\n').replaceAll(';', delimiter);

  it.each([';', '\t', '|'])('is read by the delimiter %j', async (delimiter) => {
    expect((await readText(joined(delimiter))).summary).toMatchObject(expected);
  });

  it('is read by the delimiter that its first line states for a spreadsheet', async () => {
    const { summary, rows } = await readText(`sep=|\r\n${joined('|')}`);
    expect(summary).toMatchObject(expected);
    expect(rows.map(({ row }) => row)).toEqual([3, 4]);
  });

  it.each([
    ['utf16le', (bytes: Buffer) => bytes],
    ['utf16be', (bytes: Buffer) => bytes.swap16()],
  ] as const)('is read in %s without a mark of it', async (_name, order) => {
    const bytes = order(Buffer.from(joined(';').replace('Ada', 'محمد'), 'utf16le'));
    const { summary, loans } = await readText(bytes);
    expect(summary).toMatchObject(expected);
    expect(loans[0]?.borrower.name).toBe('محمد Example');
  });

  it('is refused with a stray empty byte', async () => {
    const { sentences } = await readText(joined(';').replace('Ada', 'Ada\0'));
    expect(sentences).toEqual([expect.stringContaining('it is not text')]);
  });

  it('is read below a title and notes', async () => {
    const title = 'Loans of the branch, June 2026\n\nPrepared by; Ada\n';
    const { summary, findings } = await readText(title + joined(';'));
    expect(summary).toMatchObject(expected);
    expect(findings).toMatchObject([{ code: 'rows_above_header', row: 4, details: { rows: 2 } }]);
  });

  it('is refused by one finding if no row has known headings', async () => {
    const { sentences } = await readText('A title\nuno;dos;tres;cuatro\n1;2;3;4');
    expect(sentences.length).toBe(2);
    expect(sentences[0]).toContain('read as the header');
  });
});
