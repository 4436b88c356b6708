import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines, readSheet } from '../../../../testing/read-whole-tape.ts';
import type { WorkbookCell } from '../../../../testing/write-workbook.ts';

const names =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,principal_paid';
const header = names.split(',');

describe('implausible figures', () => {
  it('such as amounts that are all below one are asked about', async () => {
    const lines = [names, 'V001,B,0.75,13.49,24,2026-01-15,0.50,0.25'];
    expect((await readLines(lines)).questions).toMatchObject([
      { kind: 'smallAmounts', columns: ['principal', 'balance', 'principal_paid'], answer: null },
    ]);
    const { loans } = await readLines(lines, { answers: { smallAmounts: 'as-written' } });
    expect(loans).toMatchObject([{ principalMinor: 75, balanceMinor: 50 }]);
  });

  it('such as days outside living memory are asked about', async () => {
    const lines = [names, 'V001,B,1000.00,13.49,24,1962-01-15,1000.00,0'];
    expect((await readLines(lines)).questions).toMatchObject([
      { kind: 'distantDates', answer: null },
    ]);
    const { loans } = await readLines(lines, { answers: { distantDates: 'as-written' } });
    expect(loans).toHaveLength(1);
  });

  it('such as a balance above the principal are refused', async () => {
    const { sentences } = await readLines([names, 'V001,B,1000.00,13.49,24,2026-01-15,1500.00,']);
    expect(sentences).toEqual([
      'Row 2, column balance: the balance is 1500.00. Expected at most the principal, 1000.00.',
    ]);
  });
});

describe('a number of instalments', () => {
  const lineOf = (count: string, frequency: string) =>
    `V001,B,1000.00,13.49,${count},2026-05-20,${frequency},1000.00,0`;
  const countOf = async (count: string, frequency: string) => {
    const withFrequency = names.replace('balance', 'frequency,balance');
    const { loans, findings } = await readLines([withFrequency, lineOf(count, frequency)]);
    return loans[0]?.instalmentCount ?? findings[0]?.code;
  };

  it.each([
    ['36 months', 'monthly', 36],
    ['36 months', '', 36],
    [' 36 Monate', 'monthly', 36],
    ['36m', '', 36],
    ['٣٦ شهرًا', 'monthly', 36],
    ['52 weeks', 'weekly', 52],
    ['36 months', 'weekly', 'value_not_a_number'],
    ['36 months', 'quarterly', 'value_not_a_number'],
    ['3 years', 'monthly', 36],
    ['3 years', 'yearly', 3],
    ['3 years', 'weekly', 'value_not_a_number'],
    ['3 years', 'quarterly', 'value_not_a_number'],
    ['36 instalment months', 'monthly', 'value_not_a_number'],
  ])('of "%s", paid "%s", is %s', async (count, frequency, expected) => {
    expect(await countOf(count, frequency)).toBe(expected);
  });
});

describe('an id', () => {
  it.each(['="000123"', '"=""000123"""'])('%s is the text in the formula', async (cell) => {
    const row = `${cell},B,10001.5,13.49,24,2026-01-15,8000.25,2001.25`;
    expect((await readLines([names, row])).loans).toMatchObject([{ externalId: '000123' }]);
  });

  const rest: readonly WorkbookCell[] = ['B', 10001.5, 13.49, 24, '2026-01-15', 8000.25, 2001.25];
  const idOf = async (...cells: readonly WorkbookCell[]) => {
    const { rows, findings } = await readSheet([header, ...cells.map((cell) => [cell, ...rest])]);
    return findings[0]?.code ?? rows[0]?.externalId;
  };

  it.each<[WorkbookCell, string]>([
    [{ number: 121, format: '000000' }, '000121'],
    [{ number: 121, format: '"LN-"0000' }, 'LN-0121'],
    [{ number: 1234567, format: '000\\-0000' }, '123-4567'],
    [{ number: 121, format: '0' }, '121'],
    [{ number: 123456789012345, format: '0' }, '123456789012345'],
    [12345, '12345'],
    ['000121', '000121'],
    [{ number: '12345678901234567', format: '0' }, 'number_too_long_for_spreadsheet'],
    [447911123456, 'value_cut_by_spreadsheet'],
    [{ number: 121, format: '0.00E+00' }, 'value_cut_by_spreadsheet'],
    [{ number: 46037, format: 'dd-mmm' }, 'value_turned_into_a_date'],
    ['#N/A', 'value_is_a_spreadsheet_error'],
  ])('%j of a workbook is %s', async (cell, expected) => {
    expect(await idOf(cell)).toBe(expected);
  });

  it('that is a number among texts with leading zeros has lost its own', async () => {
    expect(await idOf(12345, '00012347')).toBe('leading_zeros_lost');
  });

  it('or a phone that a spreadsheet has damaged is refused, each named', async () => {
    const { rows, findings } = await readLines([
      `${names},phone`,
      ...[
        ['000123', '+254711000001'],
        ['1.23457E+15', ''],
        ['4.47E+11', ''],
        ["'000124", ''],
        ['12345678901234567', ''],
        ['A5', '4.47912E+11'],
        ['#REF!', ''],
        ['#####', ''],
        ['02-Jan', ''],
        ['#121', '#N/A'],
      ].map(([id, phone]) => `${id},B,10001.50,13.49,24,2026-01-15,8000.25,2001.25,${phone}`),
    ]);
    expect(findings.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'external_id', 'value_cut_by_spreadsheet'],
      [4, 'external_id', 'value_cut_by_spreadsheet'],
      [7, 'phone', 'value_cut_by_spreadsheet'],
      [8, 'external_id', 'value_is_a_spreadsheet_error'],
      [9, 'external_id', 'value_is_a_spreadsheet_error'],
      [10, 'external_id', 'value_turned_into_a_date'],
      [11, 'phone', 'value_is_a_spreadsheet_error'],
    ]);
    expect(rows.flatMap(({ loan }) => loan?.externalId ?? [])).toEqual([
      '000123',
      '000124',
      '12345678901234567',
    ]);
  });

  it('that ends in zeros behind its fifteenth digit was cut, unless others show that it was not', async () => {
    const row = (id: string) => `${id},B,10001.50,13.49,24,2026-01-15,8000.25,2001.25`;
    const cut = await readLines([names, row('12345678901234500')]);
    expect(cut.findings).toMatchObject([{ code: 'value_cut_by_spreadsheet' }]);
    const whole = await readLines([names, row('12345678901234500'), row('12345678901234567')]);
    expect(whole.loans).toHaveLength(2);
  });
});

describe('amounts with four decimals', () => {
  it('that add up exactly are loans', async () => {
    const amount = fc.integer({ min: 10_001, max: 9_999_999 });
    const pairs = fc.sample(fc.tuple(amount, amount), { numRuns: 1000, seed: 9 });
    const shown = (units: number) =>
      `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`;
    const { loans, summary, findings } = await readLines([
      names,
      ...pairs.map(
        ([balance, paid], at) =>
          `R${at},B,${shown(balance + paid)},12,12,2026-01-15,${shown(balance)},${shown(paid)}`,
      ),
    ]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(loans).toHaveLength(1000);
    expect(summary.balanceMinor + summary.principalPaidMinor).toBe(summary.principalMinor);
  });

  it('give way to amounts that are exact', async () => {
    const { loans } = await readLines([
      names,
      'V001,Borrower 1,10001.505,13.49,24,2026-01-15,8000.255,2001.25',
      'V002,Borrower 2,10001.5049999,13.49,24,2026-01-15,8000.2549999,2001.25',
    ]);
    expect(loans).toMatchObject([
      { principalMinor: 1_000_150, balanceMinor: 800_025, principalPaidMinor: 200_125 },
      { principalMinor: 1_000_150, balanceMinor: 800_025, principalPaidMinor: 200_125 },
    ]);
  });

  it('that do not add up are refused all the same', async () => {
    const { sentences } = await readLines([names, 'R,B,10.0049,12,12,2026-01-15,5.0049,5.0249']);
    expect(sentences.at(-1)).toContain('the balance is 5.00. Expected 4.98');
  });
});

describe('a tape with one of balance and principal paid', () => {
  const short = 'external_id,principal,annual_rate_percent,instalments,disbursed_on';

  it('gives the other', async () => {
    const byBalance = await readLines([`${short},balance`, 'A,1000.00,12,12,2026-01-15,400.00']);
    expect(byBalance.sentences).toEqual([]);
    expect(byBalance.loans).toMatchObject([{ balanceMinor: 40_000, principalPaidMinor: 60_000 }]);
    const byPaid = await readLines([
      `${short},principal_paid`,
      'A,1000.00,12,12,2026-01-15,600.00',
    ]);
    expect(byPaid.loans).toMatchObject([{ balanceMinor: 40_000, principalPaidMinor: 60_000 }]);
  });

  it('does not prove the loss of a loan with a balance of zero', async () => {
    const { findings } = await readLines([
      `${short},status,balance`,
      'A,1000.00,12,12,2026-01-15,written_off,0',
      'B,1000.00,12,12,2026-01-15,written_off,300.00',
    ]);
    expect(findings).toMatchObject([{ row: 2, code: 'principal_paid_not_told' }]);
  });

  it('may have the headings of the older LendingClub tapes', async () => {
    const { loans, sentences } = await readLines(
      [
        'loan_id,loan_amnt,int_rate,instalments,issue_d,balance',
        'A,1000.00,10.65%,12,2026-01-15,400.00',
      ],
      { answers: { ratePeriod: 'year' } },
    );
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ principalMinor: 100_000, annualRate: '10.65' }]);
  });

  it('is no LendingClub tape for its "Loan amount"', async () => {
    const { loans, sentences } = await readLines(
      [
        'Loan ID,Loan amount,Interest rate,Instalments,Disbursed on,Balance',
        'A,1000.00,12,12,2026-01-15,400.00',
      ],
      { answers: { ratePeriod: 'year' } },
    );
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ principalMinor: 100_000, balanceMinor: 40_000 }]);
  });
});

describe('a tape with neither balance nor principal paid', () => {
  const short = 'external_id,principal,annual_rate_percent,instalments,disbursed_on';
  const old = 'A,1000.00,12,12,2026-01-15';

  it('asks about it once, and reads no row before', async () => {
    const { rows, sentences, questions } = await readLines([
      short,
      old,
      'B,2000.00,12,12,2026-02-15',
    ]);
    expect(rows).toEqual([]);
    expect(sentences).toEqual([
      'Some loans have neither a balance nor principal paid: A, 1000.00, 2026-01-15 · B, 2000.00, 2026-02-15. Add one of them, choose its column, or confirm that no principal was paid.',
    ]);
    expect(questions).toMatchObject([
      { kind: 'missingBalances', columns: [], count: 2, answer: null },
    ]);
  });

  it('is unpaid if the user says so', async () => {
    const { loans, sentences } = await readLines([short, old], {
      answers: { missingBalances: 'unpaid' },
    });
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ balanceMinor: 100_000, principalPaidMinor: 0 }]);
  });

  it('does not take the answer from an earlier tape', async () => {
    const earlier = { importId: 'i', fileName: 'f', bookedAt: '2026-05-15T00:00:00Z' };
    const { questions } = await readLines([short, old], {
      remembered: [
        {
          ...earlier,
          header: short.split(','),
          table: null,
          columns: null,
          answers: { missingBalances: 'unpaid' },
          words: null,
          forAll: null,
        },
      ],
    });
    expect(questions).toMatchObject([{ answer: null }]);
  });

  it('asks about single rows too', async () => {
    const { questions } = await readLines([
      `${short},balance`,
      `${old},400.00`,
      'B,2000.00,12,12,2026-01-15,',
      'C,2000.00,12,12,2026-01-15,NA',
    ]);
    expect(questions).toMatchObject([{ kind: 'missingBalances', columns: ['balance'], count: 2 }]);
  });

  it.each([
    ['nothing was due by the cut-off day', `${short},first_due_on`, `${old},2026-06-16`],
    ['it was disbursed on the cut-off day', short, 'A,1000.00,12,12,2026-06-15'],
    ['its first month is not over', short, 'A,1000.00,12,12,2026-05-16'],
  ])('is proved unpaid if %s', async (_why, head, row) => {
    const { loans, sentences } = await readLines([head, row]);
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ balanceMinor: 100_000 }]);
  });

  it.each([
    ['an instalment was due on the cut-off day', `${short},first_due_on`, `${old},2026-06-15`],
    ['its first week is over', `${short},frequency`, 'A,1000.00,12,12,2026-06-01,weekly'],
    ['interest was paid', `${short},interest_paid`, 'A,1000.00,12,12,2026-06-14,1.00'],
    ['something was paid', `${short},last_payment_on`, 'A,1000.00,12,12,2026-06-14,2026-06-15'],
    ['it is lost', `${short},status`, `${old},written_off`],
  ])('is not proved unpaid if %s', async (_why, head, row) => {
    const { questions } = await readLines([head, row]);
    expect(questions).toMatchObject([{ kind: 'missingBalances', answer: null }]);
  });

  it('of a closed loan is repaid', async () => {
    const { loans, sentences } = await readLines([`${short},status`, `${old},closed`]);
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([
      { status: 'closed', balanceMinor: 0, principalPaidMinor: 100_000 },
    ]);
  });
});
