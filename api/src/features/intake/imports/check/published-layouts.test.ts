import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';

const errorsOf = ({ findings }: Awaited<ReturnType<typeof readLines>>) =>
  findings.filter(({ severity }) => severity === 'error');

describe("Freddie Mac's originations", () => {
  const lines = [
    '751|200703|N|203602|29404|0|1|O|80|45|200000|80|6.25|R|N|FRM|KS|SF|66200|F107Q1000001|P|360|02|Other sellers|Other servicers||||||',
    '700|200704|N|203703||0|1|O|70|35|160000|70|6.125|B|N|FRM|CA|SF|94500|F107Q1000002|C|360|01|Other sellers|Other servicers||||||',
  ];

  it('are recognised without a heading, and their day of disbursement is asked for once', async () => {
    const asked = await readLines(lines);
    expect(asked.layout).toBe('freddie-mac');
    expect(asked.table).toMatchObject({ row: 1, hasHeading: false, isOpen: false });
    expect(errorsOf(asked)).toMatchObject([{ code: 'column_missing' }]);
    const forAll = { disbursedOn: '2007-02-01' };
    const open = await readLines(lines, { forAll });
    expect(errorsOf(open)).toMatchObject([{ code: 'balances_missing' }]);
    const { loans, findings } = await readLines(lines, {
      forAll,
      answers: { missingBalances: 'unpaid' },
    });
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([
      {
        externalId: 'F107Q1000001',
        principalMinor: 200_000_00,
        annualRate: '6.25',
        instalmentCount: 360,
        firstDueOn: '2007-03-01',
        disbursedOn: '2007-02-01',
      },
      { externalId: 'F107Q1000002', firstDueOn: '2007-04-01' },
    ]);
  });

  it('with another rate than a fixed one are refused', async () => {
    const floating = lines.map((line) => line.replace('|FRM|', '|ARM|'));
    const { findings, loans } = await readLines(floating, {
      forAll: { disbursedOn: '2007-02-01' },
      answers: { missingBalances: 'unpaid' },
    });
    expect(loans).toEqual([]);
    expect(findings).toMatchObject([
      { row: 1, column: 'Amortization Type', code: 'terms_not_supported', value: 'ARM' },
      { row: 2, code: 'terms_not_supported' },
    ]);
  });

  it('are not read from their monthly performance, which has no terms', async () => {
    const month = (period: string) => `F107Q1000001|${period}|198000|0|12|348${'|'.repeat(26)}`;
    const { findings, rows } = await readLines([month('200803'), month('200804')]);
    expect(findings).toMatchObject([{ code: 'performance_without_terms', severity: 'error' }]);
    expect(rows).toEqual([]);
  });
});

describe("Fannie Mae's loans", () => {
  const row = (
    id: string,
    about: { period?: string; owed?: string; code?: string; rate?: string },
  ) => {
    const { period = '032026', owed = '198000.50', code = '', rate = 'FRM' } = about;
    const cells = Array.from({ length: 110 }, () => '');
    const set = (position: number, value: string) => (cells[position - 1] = value);
    set(2, id);
    set(3, period);
    set(8, '6.250');
    set(9, '6.250');
    set(10, '200000.00');
    set(12, owed);
    set(13, '360');
    set(14, '012020');
    set(15, '032020');
    set(31, 'CA');
    set(35, rate);
    set(37, 'N');
    set(42, 'N');
    set(44, code);
    return cells.join('|');
  };

  it('are read with their balances', async () => {
    const read = await readLines([
      row('100000000001', {}),
      row('100000000002', { owed: '150000.25' }),
    ]);
    expect(read.layout).toBe('fannie-mae');
    expect(errorsOf(read)).toEqual([]);
    expect(read.loans).toMatchObject([
      {
        externalId: '100000000001',
        principalMinor: 200_000_00,
        balanceMinor: 198_000_50,
        annualRate: '6.25',
        disbursedOn: '2020-01-01',
        firstDueOn: '2020-03-01',
        instalmentCount: 360,
      },
      { balanceMinor: 150_000_25 },
    ]);
  });

  it('of several months are refused, with the month to keep', async () => {
    const { findings, rows } = await readLines([
      row('100000000001', { period: '122025' }),
      row('100000000001', { period: '012026' }),
    ]);
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([
      { code: 'several_months', details: { first: '2025-12', latest: '2026-01' } },
    ]);
  });

  it('with a balance of zero are closed only if a code says so', async () => {
    const { findings, loans } = await readLines([
      row('100000000001', { owed: '0.00' }),
      row('100000000002', { owed: '0.00', code: '01' }),
    ]);
    expect(findings).toMatchObject([{ row: 1, code: 'balance_left_out', value: '0.00' }]);
    expect(loans).toMatchObject([{ externalId: '100000000002', status: 'closed' }]);
  });

  it('of the earlier file of acquisitions are read, and their balances asked for', async () => {
    const line =
      '100000000001|R|OTHER|6.25|200000|360|01/2020|03/2020|80|80|2|30|750|N|P|SF|1|P|CA|945||FRM|||N';
    const open = await readLines([line]);
    expect(open.layout).toBe('fannie-mae-acquisitions');
    expect(errorsOf(open)).toMatchObject([{ code: 'balances_missing' }]);
    const { loans } = await readLines([line], { answers: { missingBalances: 'unpaid' } });
    expect(loans).toMatchObject([{ disbursedOn: '2020-01-01', firstDueOn: '2020-03-01' }]);
  });
});

describe('ESMA field codes', () => {
  const codes = 'RREL1,RREL3,RREL5,RREL23,RREL25,RREL28,RREL29,RREL30,RREL35,RREL37,RREL43,RREL69';
  const line = (about: {
    amortisation?: string;
    every?: string;
    rate?: string;
    state?: string;
  }) => {
    const { amortisation = 'FRXX', every = 'MNTH', rate = '7.25', state = 'PERF' } = about;
    return `X,L1,B1,2024-01-15,36,USD,10000.00,8000.00,${amortisation},${every},${rate},${state}`;
  };

  it('are recognised as headings', async () => {
    const read = await readLines([codes, line({})]);
    expect(read.layout).toBe('esma');
    expect(errorsOf(read)).toEqual([]);
    expect(read.loans).toMatchObject([
      {
        externalId: 'L1',
        principalMinor: 10_000_00,
        balanceMinor: 8_000_00,
        annualRate: '7.25',
        instalmentCount: 36,
        disbursedOn: '2024-01-15',
        borrower: { externalId: 'B1' },
      },
    ]);
  });

  it.each([
    [{ amortisation: 'BLLT' }, 'RREL35', 'terms_not_supported'],
    [{ amortisation: 'ND5' }, 'RREL35', 'terms_not_known'],
    [{ every: 'QUTR' }, 'RREL25', 'term_unit_differs'],
    [{ rate: 'ND1' }, 'RREL43', 'value_not_a_number'],
  ] as const)('refuse a row that is no loan of instalments: %j', async (about, column, code) => {
    const read = await readLines([codes, line(about), line({}).replace('L1', 'L2')]);
    expect(errorsOf(read)).toMatchObject([{ row: 2, column, code }]);
    expect(read.loans).toHaveLength(1);
  });

  it('leave the meaning of a default to the user', async () => {
    const { words } = await readLines([codes, line({ state: 'DFLT' })]);
    expect(words).toMatchObject([{ field: 'status', words: [{ word: 'DFLT', meaning: null }] }]);
  });

  it('of corporate loans have no term, which is asked for', async () => {
    const lines = [
      'CRPL3,CRPL33,CRPL38,CRPL39,CRPL46,CRPL48,CRPL53',
      'L1,2024-01-15,10000.00,8000.00,FRXX,MNTH,7.25',
    ];
    const asked = await readLines(lines);
    expect(errorsOf(asked)).toMatchObject([{ code: 'column_missing' }]);
    const { loans } = await readLines(lines, { forAll: { instalmentCount: '36' } });
    expect(loans).toMatchObject([{ externalId: 'L1', instalmentCount: 36 }]);
  });

  const cars =
    'AUTL3,AUTL5,AUTL23,AUTL24,AUTL26,AUTL28,AUTL29,AUTL30,AUTL32,AUTL34,AUTL38,AUTL40,AUTL63,AUTL70';
  const car = (about: { product?: string; balloon?: string; residual?: string }) => {
    const { product = 'ND5', balloon = 'ND5', residual = 'ND5' } = about;
    return `L1,B1,${product},2024-01-15,36,USD,10000.00,8000.00,FRXX,MNTH,${balloon},7.25,${residual},PERF`;
  };

  it('of automobile loans are read', async () => {
    const read = await readLines([cars, car({})]);
    expect(read.layout).toBe('esma');
    expect(errorsOf(read)).toEqual([]);
    expect(read.loans).toMatchObject([
      {
        externalId: 'L1',
        principalMinor: 10_000_00,
        balanceMinor: 8_000_00,
        annualRate: '7.25',
        instalmentCount: 36,
        disbursedOn: '2024-01-15',
      },
    ]);
  });

  it.each([
    [{ product: 'FNLS' }, 'AUTL23'],
    [{ balloon: '3000.00' }, 'AUTL38'],
    [{ residual: '3000.00' }, 'AUTL63'],
  ] as const)('refuse a lease or a balloon of an automobile: %j', async (about, column) => {
    const read = await readLines([cars, car(about)]);
    expect(errorsOf(read)).toMatchObject([{ row: 2, column, code: 'terms_not_supported' }]);
  });

  it('of consumer loans are read, and revolving credit is refused', async () => {
    const consumer =
      'CMRL3,CMRL5,CMRL21,CMRL23,CMRL26,CMRL27,CMRL28,CMRL30,CMRL32,CMRL34,CMRL37,CMRL55';
    const lineOf = (end: string) =>
      `L1,B1,2024-01-15,36,USD,10000.00,8000.00,${end},FRXX,MNTH,7.25,ARRE`;
    const { loans, layout } = await readLines([consumer, lineOf('ND5')]);
    expect(layout).toBe('esma');
    expect(loans).toMatchObject([{ annualRate: '7.25', instalmentCount: 36 }]);
    const revolving = await readLines([consumer, lineOf('2027-01-15')]);
    expect(errorsOf(revolving)).toMatchObject([{ column: 'CMRL30', code: 'terms_not_supported' }]);
  });
});
