import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';

const codesOf = ({ findings }: Awaited<ReturnType<typeof readLines>>) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);

describe('a balance next to a column of interest owed', () => {
  const tape = (heading: string, cells: string) => [
    `Loan number,Borrower,Principal,Annual rate,Instalments,Disbursement date,Outstanding balance,${heading}`,
    `L1,Ann,1000.00,24,12,2026-05-20,${cells}`,
  ];

  it('is not read as principal if it is the sum of both', async () => {
    const columns = { balance: 'Outstanding balance' };
    const read = await readLines(
      tape('Interest outstanding,Outstanding principal', '920.00,20.00,900.00'),
      { columns },
    );
    expect(read.loans).toEqual([]);
    expect(read.findings).toMatchObject([
      {
        code: 'balance_has_interest',
        column: 'Outstanding balance',
        value: '920.00',
        details: { other: 'Outstanding principal' },
      },
    ]);
    const right = await readLines(
      tape('Interest outstanding,Outstanding principal', '920.00,20.00,900.00'),
      { columns: { balance: 'Outstanding principal' } },
    );
    expect(right.loans).toMatchObject([{ balanceMinor: 900_00, principalPaidMinor: 100_00 }]);
  });

  it('is read if it equals the principal owed', async () => {
    const read = await readLines(
      tape('Interest outstanding,Outstanding principal', '900.00,20.00,900.00'),
      { columns: { balance: 'Outstanding balance' } },
    );
    expect(codesOf(read)).toEqual([]);
    expect(read.loans).toMatchObject([{ balanceMinor: 900_00 }]);
  });

  it('is asked about if nothing shows what it is', async () => {
    const lines = tape('Accrued interest', '920.00,20.00');
    const asked = await readLines(lines);
    expect(asked.loans).toEqual([]);
    expect(asked.questions).toMatchObject([
      { kind: 'balanceParts', columns: ['Outstanding balance'], cells: [{ value: '920.00' }] },
    ]);
    const { loans } = await readLines(lines, { answers: { balanceParts: 'principal-only' } });
    expect(loans).toMatchObject([{ balanceMinor: 920_00 }]);
  });

  it.each([
    ['Accrued interest', '920.00,0.00'],
    ['Principal paid,Accrued interest', '920.00,80.00,20.00'],
    ['Interest paid,Rate type', '920.00,20.00,fixed'],
  ])('is read without a question if no interest is in doubt: %s', async (heading, cells) => {
    expect((await readLines(tape(heading, cells))).loans).toMatchObject([{ balanceMinor: 920_00 }]);
  });
});

describe('rates up to 15 without a period', () => {
  const tape = (rate: string, instalment: string, every = '') => [
    'external_id,borrower_name,principal,interest_rate,instalments,instalment,disbursed_on,balance,frequency',
    `V1,Ann,10000.00,${rate},24,${instalment},2026-05-15,10000.00,${every}`,
  ];

  it('are for a year if every instalment follows from it', async () => {
    // 10,000 over 24 months at 12 % a year.
    const { loans, questions } = await readLines(tape('12', '470.73', 'monthly'));
    expect(questions).toEqual([]);
    expect(loans).toMatchObject([{ annualRate: '12' }]);
  });

  it.each([
    // The instalment of 12 % a month.
    ['12', '1284.63', ''],
    ['12', '', ''],
    ['12', '800.00', ''],
    ['12', '470.73', 'quarterly'],
  ])('are asked about otherwise: %s, %s, %s', async (rate, instalment, every) => {
    const { loans, questions } = await readLines(tape(rate, instalment, every));
    expect(loans).toEqual([]);
    expect(questions.map(({ kind }) => kind)).toEqual(['ratePeriod']);
  });

  it('are not asked about above that', async () => {
    expect((await readLines(tape('18', ''))).loans).toMatchObject([{ annualRate: '18' }]);
  });
});

describe('a column of all money paid', () => {
  const head =
    'Loan number,Borrower,Principal,Annual rate,Instalments,Disbursement date,Amount paid';
  const row = 'L1,Ann,1000.00,24,12,2026-05-20,100.00';
  const columns = { principalPaid: 'Amount paid' };

  it('is not the principal paid if no balance shows it', async () => {
    const read = await readLines([head, row], { columns });
    expect(codesOf(read)).toEqual(['heading_contradicts_field']);
    expect(read.loans).toEqual([]);
  });

  it('is it if it adds up with the balance of each row, and a finding otherwise', async () => {
    const lines = [`${head},Balance`, `${row},900.00`, `${row.replace('L1', 'L2')},920.00`];
    const read = await readLines(lines, { columns });
    expect(read.loans).toMatchObject([{ externalId: 'L1', principalPaidMinor: 100_00 }]);
    expect(read.findings).toMatchObject([{ row: 3, code: 'balance_does_not_add_up' }]);
  });
});

it('an amortisation over the whole term is the usual one, and another is refused', async () => {
  const { loans, findings } = await readLines([
    'Loan number,Borrower,Principal,Annual rate,Instalments,Disbursement date,Balance,Amortization (months)',
    'L1,Ann,1000.00,24,12,2026-05-20,1000.00,12',
    'L2,Bo,1000.00,24,12,2026-05-20,1000.00,60',
  ]);
  expect(loans.map(({ externalId }) => externalId)).toEqual(['L1']);
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
    { row: 3, code: 'terms_not_known' },
  ]);
});
