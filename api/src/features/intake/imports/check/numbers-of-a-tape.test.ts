import { describe, expect, it } from 'vitest';
import { readLines, readSheet } from '../../../../testing/read-whole-tape.ts';
import type { WorkbookCell } from '../../../../testing/write-workbook.ts';

const names =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,principal_paid';
const header = names.split(',');

const inGerman = names.replaceAll(',', ';');

describe('the decimal mark of a tape', () => {
  it('is proved by any row of a column', async () => {
    const { loans, sentences } = await readLines([
      inGerman,
      'S001;Kunde 1;10.001,50;13,49;24;2026-01-15;8.000,25;2.001,25',
      'S002;Kunde 2;10001,50;13,49;24;2026-01-15;8000,25;2001,25',
      'S003;Kunde 3;1.500;13,49;24;2026-01-15;1.500;0',
    ]);
    expect(sentences).toEqual([]);
    expect(loans.map(({ principalMinor }) => principalMinor)).toEqual([
      1_000_150, 1_000_150, 150_000,
    ]);
  });

  it('may be proved by another column', async () => {
    const { loans } = await readLines([
      inGerman,
      'S001;Kunde 1;12.500;13,49;24;2026-01-15;10.000;2.500',
      'S002;Kunde 2;7.250;13,49;24;2026-01-15;7.250;0',
    ]);
    expect(loans.map(({ principalMinor }) => principalMinor)).toEqual([1_250_000, 725_000]);
  });

  const open = [
    inGerman,
    'S001;Kunde 1;12.500;13;24;2026-01-15;10.000;2.500',
    'S002;Kunde 2;7.250;13;24;2026-01-15;7.250;0',
  ];

  it('is asked for if nothing proves it, and no row is read before', async () => {
    const { loans, rows, sentences, questions } = await readLines(open);
    expect({ loans, rows }).toEqual({ loans: [], rows: [] });
    expect(sentences).toEqual([
      'Column principal, balance, principal_paid: "12.500" is 12.5 with a decimal point and 12500 with a decimal comma. Choose the decimal mark.',
    ]);
    expect(questions).toEqual([
      {
        kind: 'decimalMark',
        columns: ['principal', 'balance', 'principal_paid'],
        count: 5,
        cells: expect.arrayContaining([
          {
            value: '12.500',
            readings: [
              { answer: 'point', value: '12.5' },
              { answer: 'comma', value: '12500' },
            ],
          },
        ]),
        answer: null,
      },
    ]);
  });

  it.each([
    ['comma', [1_250_000, 725_000]],
    ['point', [1_250, 725]],
  ] as const)('is the %s if the user chooses it', async (decimalMark, principals) => {
    const { loans, sentences, questions } = await readLines(open, { answers: { decimalMark } });
    expect(sentences).toEqual([]);
    expect(loans.map(({ principalMinor }) => principalMinor)).toEqual(principals);
    expect(questions).toMatchObject([{ kind: 'decimalMark', answer: decimalMark }]);
  });

  it('of amounts is not proved by a point in the rates, which a program may write', async () => {
    const mixed = [names, 'S001,Kunde 1,12.500,13.49,24,2026-01-15,10.000,2.500'];
    expect((await readLines(mixed)).questions).toMatchObject([
      { kind: 'decimalMark', answer: null },
    ]);
    const { loans } = await readLines(mixed, { answers: { decimalMark: 'comma' } });
    expect(loans).toMatchObject([{ principalMinor: 1_250_000, annualRate: '13.49' }]);
  });

  it('of rates follows from their range', async () => {
    const { loans } = await readLines([
      names,
      'S001,A,10001.50,12.125,24,2026-01-15,8000.25,2001.25',
    ]);
    expect(loans).toMatchObject([{ annualRate: '12.125' }]);
    const { questions } = await readLines([
      names,
      'S001,A,10001.50,1.000,24,2026-01-15,8000.25,2001.25',
    ]);
    expect(questions).toMatchObject([{ kind: 'decimalMark', columns: ['annual_rate_percent'] }]);
  });

  it('in dinars follows from another column of amounts', async () => {
    const rows = [names, 'K,Ali,12.500,13.49,24,2026-01-15,0.750,11.750'];
    const { loans, sentences } = await readLines(rows, {
      currency: 'KWD',
      answers: { smallAmounts: 'as-written' },
    });
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ principalMinor: 12_500, balanceMinor: 750 }]);
  });
});

describe('ways to write an amount', () => {
  const amounts = [
    '"10,001.50"',
    '$10001.50',
    '10001.50 USD',
    '(10001.50)',
    '10 001.50',
    '"1.0001,50"',
    '"₹10,001.50"',
    '١٠٠٠١٫٥٠',
    '1.00015E4',
    '10001.50-',
    '+10001.50',
    '"10001,50"',
  ];
  const lines = [
    names,
    ...amounts.map((amount, at) => `V${at},Borrower,${amount},13.49,24,2026-01-15,8000.25,2001.25`),
  ];

  it('that contradict each other are asked about', async () => {
    const { loans, questions } = await readLines(lines);
    expect(loans).toEqual([]);
    expect(questions).toMatchObject([
      { kind: 'decimalMark', columns: ['principal'], answer: null },
    ]);
  });

  it('are read or refused as the user answers', async () => {
    const { loans, rows, findings } = await readLines(lines, { answers: { decimalMark: 'point' } });
    expect(rows).toHaveLength(12);
    expect(new Set(loans.map(({ principalMinor }) => principalMinor))).toEqual(
      new Set([1_000_150]),
    );
    expect(loans.map(({ externalId }) => externalId)).toEqual([
      'V0',
      'V1',
      'V2',
      'V4',
      'V7',
      'V8',
      'V10',
    ]);
    expect(findings.map(({ row, code }) => [row, code])).toEqual([
      [5, 'value_not_positive'],
      [7, 'value_not_a_number'],
      [8, 'currency_differs'],
      [11, 'value_not_positive'],
      [13, 'value_not_a_number'],
    ]);
  });
});

describe('rates', () => {
  const fractions = [
    names,
    'V001,Borrower 1,10001.50,0.1349,24,2026-01-15,8000.25,2001.25',
    'V002,Borrower 2,10001.50,0.1199,24,2026-01-15,8000.25,2001.25',
    'V003,Borrower 3,10001.50,0.2499,24,2026-01-15,8000.25,2001.25',
  ];

  it('that are all below one are asked about', async () => {
    const { loans, sentences, questions } = await readLines(fractions);
    expect(loans).toEqual([]);
    expect(sentences).toEqual([
      'Column annual_rate_percent: these rates can be percentages, fractions, basis points or per mille: 0.1349 · 0.1199 · 0.2499. Choose their unit.',
    ]);
    expect(questions[0]?.cells[0]?.readings).toEqual([
      { answer: 'percent', value: '0.1349 %' },
      { answer: 'fraction', value: '13.49 %' },
      { answer: 'basis-points', value: '0.001349 %' },
      { answer: 'per-mille', value: '0.01349 %' },
    ]);
  });

  it.each([
    ['fraction', ['13.49', '11.99', '24.99']],
    ['percent', ['0.1349', '0.1199', '0.2499']],
  ] as const)('are %ss if the user chooses so', async (rateUnit, rates) => {
    const { loans } = await readLines(fractions, { answers: { rateUnit } });
    expect(loans.map(({ annualRate }) => annualRate)).toEqual(rates);
  });

  const withRates = (...rates: readonly string[]) => [
    names,
    ...rates.map((rate, at) => `V${at},B,1000.00,${rate},24,2026-01-15,1000.00,0`),
  ];

  it.each([
    [['0.1349', '13.49'], ['0.1349']],
    [['0.1349', '1.05'], ['0.1349']],
    [['0.5', '13.49', '24.99'], ['0.5']],
    [['0.1349', '13.49%'], ['0.1349']],
    [
      ['0', '0.1199', '250', '0.9'],
      ['0.1199', '0.9'],
    ],
  ])('of %j are asked about if any is below one', async (rates, values) => {
    const { rows, questions } = await readLines(withRates(...rates));
    expect(rows).toEqual([]);
    expect(questions).toMatchObject([
      { kind: 'rateUnit', cells: values.map((value) => ({ value })), answer: null },
    ]);
  });

  it.each([
    ['percent', ['0.1349', '1.05', '13.49', '12.5'], []],
    ['fraction', ['13.49', '12.5'], [3, 4]],
  ] as const)('read as %s leave no percentage multiplied', async (rateUnit, read, refused) => {
    const lines = withRates('0.1349', '1.05', '13.49', '12.5 %');
    const { loans, findings } = await readLines(lines, { answers: { rateUnit } });
    expect(loans.map(({ annualRate }) => annualRate)).toEqual(read);
    expect(findings.map(({ row, code }) => [row, code])).toEqual(
      refused.map((row) => [row, 'value_out_of_range']),
    );
  });

  const sheetWith = (...rates: readonly WorkbookCell[]) => [
    header,
    ...rates.map((rate, at) => [`X${at}`, 'B', 1000, rate, 24, '2026-01-15', 1000, 0]),
  ];

  it('of a workbook are asked about next to cells with a format in per cent', async () => {
    const rows = sheetWith({ number: 0.1349, format: '0.00%' }, 0.1199);
    expect((await readSheet(rows)).questions).toMatchObject([
      { kind: 'rateUnit', cells: [{ value: '0.1199' }] },
    ]);
    const { loans } = await readSheet(rows, { answers: { rateUnit: 'fraction' } });
    expect(loans).toMatchObject([{ annualRate: '13.49' }, { annualRate: '11.99' }]);
    expect((await readSheet(sheetWith(0.1349, 1.05))).questions).toMatchObject([
      { kind: 'rateUnit' },
    ]);
  });

  it.each<WorkbookCell>([
    { number: 0.0135, format: '0.00‰' },
    { number: 13.5, format: '0.00"‰"' },
    { number: 13.5, format: '0.0\\ ‰' },
    { number: 1349, format: '0" bps"' },
    { number: 1349, format: '[Red]0 bp' },
  ])('that a format shows in per mille or basis points are refused: %j', async (rate) => {
    const { loans, findings } = await readSheet(sheetWith(rate), {
      answers: { rateUnit: 'percent' },
    });
    expect(loans).toEqual([]);
    expect(findings.map(({ row, code }) => [row, code])).toEqual([[2, 'value_in_another_unit']]);
  });

  it.each([
    ['13.5 ‰', '1.35'],
    ['13,5‰', '1.35'],
    ['١٣٫٥؉', '1.35'],
    ['134.9 ‰', '13.49'],
    ['1349 bps', '13.49'],
    ['1349 ‱', '13.49'],
  ])('with a sign of per mille or basis points are read by it: %j', async (rate, percent) => {
    const { loans, findings } = await readSheet(sheetWith(rate));
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([{ annualRate: percent }]);
  });

  it('for a month are read as those of a year', async () => {
    const lines = (heading: string, rate: string) => [
      `external_id,borrower_name,principal,${heading},instalments,disbursed_on,balance`,
      `V001,B,10001.50,${rate},24,2026-01-15,8000.25`,
    ];
    const columns = (name: string) => ({ columns: { annualRate: name } });
    const monthly = lines('Interest % per month', '1.25');
    const byHeading = await readLines(monthly, columns('Interest % per month'));
    expect(byHeading.questions).toEqual([]);
    expect(byHeading.loans).toMatchObject([{ annualRate: '15' }]);
    const silent = lines('interest_rate', '2.5%');
    const asked = await readLines(silent);
    expect(asked.loans).toEqual([]);
    expect(asked.questions).toMatchObject([
      {
        kind: 'ratePeriod',
        cells: [
          {
            value: '2.5%',
            readings: [
              { answer: 'year', value: '2.5 %' },
              { answer: 'month', value: '30 %' },
            ],
          },
        ],
      },
    ]);
    const month = await readLines(silent, { answers: { ratePeriod: 'month' } });
    expect(month.loans).toMatchObject([{ annualRate: '30' }]);
    const year = await readLines(silent, { answers: { ratePeriod: 'year' } });
    expect(year.loans).toMatchObject([{ annualRate: '2.5' }]);
    // A rate that is usual for a year is not asked about.
    expect((await readLines(lines('interest_rate', '18.5'))).loans).toMatchObject([
      { annualRate: '18.5' },
    ]);
    // A user can still state that a rate is for a month.
    const byHand = await readLines(lines('annual_rate_percent', '6.5'), {
      answers: { ratePeriod: 'month' },
    });
    expect(byHand.loans).toMatchObject([{ annualRate: '78' }]);
  });

  it('in basis points are asked about', async () => {
    const lines = [names, 'V001,B,10001.50,1349,24,2026-01-15,8000.25,2001.25'];
    expect((await readLines(lines)).questions).toMatchObject([{ kind: 'rateUnit' }]);
    const { loans } = await readLines(lines, { answers: { rateUnit: 'basis-points' } });
    expect(loans).toMatchObject([{ annualRate: '13.49' }]);
  });

  it('with a per cent sign, or shown so by a workbook, are what they show', async () => {
    const { loans } = await readLines([
      names,
      'V001,Borrower 1,10001.50,13.49%,24,2026-01-15,8000.25,2001.25',
      'V002,Borrower 2,10001.50,0.5 %,24,2026-01-15,8000.25,2001.25',
    ]);
    expect(loans).toMatchObject([{ annualRate: '13.49' }, { annualRate: '0.5' }]);
    const sheet = await readSheet([
      header,
      [
        'X001',
        'B',
        10001.5,
        { number: 0.1349, format: '0.00%' },
        24,
        '2026-01-15',
        8000.25,
        2001.25,
      ],
      [
        'X002',
        'B',
        10001.5,
        { number: 0.005, format: '0.0 %' },
        24,
        '2026-01-15',
        8000.25,
        2001.25,
      ],
    ]);
    expect(sheet.sentences).toEqual([]);
    expect(sheet.loans).toMatchObject([{ annualRate: '13.49' }, { annualRate: '0.5' }]);
  });

  it('may be as high as those of a product', async () => {
    const lines = [
      names,
      'V001,B,1000.00,360,24,2026-01-15,1000.00,0',
      'V002,B,1000.00,36,24,2026-01-15,1000.00,0',
      'V003,B,1000.00,1250,24,2026-01-15,1000.00,0',
    ];
    const { loans, findings } = await readLines(lines);
    expect(findings).toMatchObject([{ row: 4, code: 'value_out_of_range' }]);
    expect(loans).toMatchObject([{ annualRate: '360' }, { annualRate: '36' }]);
  });
});
