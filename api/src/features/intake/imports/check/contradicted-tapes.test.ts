import type { ChosenColumns, TapeField } from '@bursar/contracts/intake/tape-fields';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';

const header =
  'Loan number,Borrower,Loan principal,Annual rate,Number of instalments,Disbursement date,Outstanding principal';
const row = 'L1,Ann,1000.00,24,12,2026-05-20,1000.00';

/** Reads one loan with another heading in place of a usual one. */
async function errorsWith(usual: string, heading: string, field: TapeField) {
  const chosen: ChosenColumns = { [field]: heading };
  const { loans, findings } = await readLines([header.replace(usual, heading), row], {
    columns: chosen,
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return { loans: loans.length, codes: errors.map(({ code }) => code) };
}

describe('a heading that names something other than its field is refused', () => {
  it.each<[string, string, TapeField]>([
    ['Number of instalments', 'Term (years)', 'instalmentCount'],
    ['Number of instalments', 'Tenor in days', 'instalmentCount'],
    ['Number of instalments', 'Remaining instalments', 'instalmentCount'],
    ['Annual rate', 'Weekly interest rate %', 'annualRate'],
    ['Annual rate', 'Rate per day', 'annualRate'],
    ['Annual rate', 'Flat rate p.a.', 'annualRate'],
    ['Annual rate', 'Effektivzins', 'annualRate'],
    ['Loan principal', 'Loan amount incl. interest', 'principal'],
    ['Outstanding principal', 'Total outstanding with interest', 'balance'],
    ['Outstanding principal', 'Overdue principal', 'balance'],
    ['Outstanding principal', 'Opening balance', 'balance'],
    ['Outstanding principal', 'Available balance', 'balance'],
    ['Loan principal', 'Collateral value', 'principal'],
    ['Loan principal', 'Total repayable', 'principal'],
    ['Disbursement date', 'Application date', 'disbursedOn'],
    ['Disbursement date', 'Last payment', 'disbursedOn'],
    ['Disbursement date', 'Charge-off date', 'disbursedOn'],
    ['Disbursement date', 'Stichtag', 'disbursedOn'],
    ['Disbursement date', 'Fecha de vencimiento', 'disbursedOn'],
    ['Disbursement date', 'تاريخ الاستحقاق', 'disbursedOn'],
  ])('%s written as "%s"', async (usual, heading, field) => {
    const { loans, codes } = await errorsWith(usual, heading, field);
    expect({ loans, codes }).toEqual({ loans: 0, codes: ['heading_contradicts_field'] });
  });

  it.each<[string, string, TapeField]>([
    ['Number of instalments', 'Term in months', 'instalmentCount'],
    ['Annual rate', 'Nominal % p.a.', 'annualRate'],
    ['Loan principal', 'Amount excl. interest', 'principal'],
    ['Outstanding principal', 'Saldo corrente', 'balance'],
    ['Outstanding principal', 'Capital restante', 'balance'],
    ['Disbursement date', 'Value date', 'disbursedOn'],
    ['Disbursement date', 'Last disbursement', 'disbursedOn'],
  ])('but %s written as "%s" is read', async (usual, heading, field) => {
    expect(await errorsWith(usual, heading, field)).toEqual({ loans: 1, codes: [] });
  });
});

it.each(['Principal (cents)', 'principal_in_cents', 'Kapital (Cent)', 'Principal minor units'])(
  'amounts in a part of the currency are not read as whole: %s',
  async (heading) => {
    const { loans, codes } = await errorsWith('Loan principal', heading, 'principal');
    expect({ loans, codes }).toEqual({ loans: 0, codes: ['amounts_scaled'] });
  },
);

it.each([
  'Rate (bps) p.a.',
  'Annual rate in basis points',
  'Annual rate ‰',
  'Annual rate (fraction)',
])('rates under a heading of another unit are asked about: %s', async (heading) => {
  const { loans, codes } = await errorsWith('Annual rate', heading, 'annualRate');
  expect({ loans, codes }).toEqual({ loans: 0, codes: ['rate_unit_unproven'] });
});

it.each([
  ['Term (months)', 'Weekly'],
  ['Term in months', 'Quarterly'],
  ['Laufzeit in Monaten', 'wöchentlich'],
  ['Prazo (meses)', 'Semanal'],
  ['المدة بالأشهر', 'أسبوعي'],
])('%s is no number of instalments that are paid %s', async (term, frequency) => {
  const { loans, findings } = await readLines([
    `${header.replace('Number of instalments', term)},Repayment frequency`,
    `${row},${frequency}`,
  ]);
  expect(loans).toEqual([]);
  expect(findings).toMatchObject([{ row: 2, column: term, code: 'term_unit_differs' }]);
});

it('weeks are instalments only of a loan that is repaid weekly', async () => {
  const lines = [header.replace('Number of instalments', 'Term (weeks)'), row];
  const columns = { instalmentCount: 'Term (weeks)' };
  const { findings } = await readLines(lines, { columns });
  expect(findings.map(({ code }) => code)).toEqual(['term_unit_differs']);
  const { loans } = await readLines(lines, { columns, forAll: { frequency: 'weekly' } });
  expect(loans).toMatchObject([{ instalmentCount: 12, interval: { every: 1, unit: 'weeks' } }]);
});

it.each(['(Amounts in USD thousands)', "Loan book, $'000", 'Portfolio (Beträge in Tsd.)'])(
  'amounts under the title "%s" are not read as whole ones',
  async (title) => {
    const { loans, findings } = await readLines([title, header, row]);
    expect(loans).toEqual([]);
    expect(findings.map(({ code }) => code)).toContain('amounts_scaled');
  },
);

it('a lender with a multiple in its name is no multiple', async () => {
  expect((await readLines(['Million Savers, loan book', header, row])).loans).toHaveLength(1);
});

it('an instalment of a flat rate is not read as one on the declining balance', async () => {
  const lines = (instalment: string) => [`${header},Monthly instalment`, `${row},${instalment}`];
  const { loans, findings } = await readLines(lines('103.33'));
  expect(loans).toEqual([]);
  expect(findings).toMatchObject([{ row: 2, code: 'instalment_is_flat', value: '103.33' }]);
  expect((await readLines(lines('94.56'))).loans).toHaveLength(1);
  expect((await readLines(lines('96.00'))).loans).toHaveLength(1);
});

it.each([
  ['Balance', 'Principal Outstanding'],
  ['Principal', 'Original Principal'],
  ['Principal Outstanding', 'Balance'],
])('a column "%s" and a column "%s" are two figures', async (first, second) => {
  const { loans, findings } = await readLines([`${header},${first},${second}`, `${row},500,400`]);
  expect(loans).toEqual([]);
  expect(findings.map(({ code }) => code)).toContain('column_ambiguous');
});

it('a total with average terms is no loan', async () => {
  const total = 'Total,1,1000.00,24,12,2026-05-20,1000.00';
  const { loans, findings } = await readLines([header, row, total]);
  expect(loans.map(({ externalId }) => externalId)).toEqual(['L1']);
  expect(findings.map(({ code }) => code)).toEqual(['totals_not_read']);
});

it.each([
  ['Balloon payment', '500.00', 'terms_not_supported'],
  ['Schlussrate', '500', 'terms_not_supported'],
  ['Grace period', 'Yes', 'terms_not_supported'],
  ['Rate type', 'Flat', 'terms_not_supported'],
  ['Método de cálculo', 'Tasa plana', 'terms_not_supported'],
  ['Interest method', 'F', 'terms_not_known'],
  ['Repayment type', '2', 'terms_not_known'],
  ['Repayment type', 'At maturity', 'terms_not_supported'],
  ['Moratorium months', '3', 'terms_not_supported'],
  ['Interest Only (Y/N)', 'Y', 'terms_not_supported'],
  ['Loan type', 'Revolving credit line', 'terms_not_supported'],
  ['Repayment period unit', 'Weeks', 'period_not_used'],
  ['Rhythmus', 'wöchentlich', 'period_not_used'],
  ['Rhythmus', 'vierteljährlich', 'period_not_used'],
  ['Repayment frequency unit', 'Annually', 'period_not_used'],
  ['Cycle', 'Weekly', 'period_not_used'],
  ['Turnus', 'halbjährlich', 'period_not_used'],
  ['Interest rate charged', '% per week', 'period_not_used'],
  ['Interest rate charged', '% per month', 'period_not_used'],
])('a column "%s" with "%s" refuses the loan', async (heading, value, code) => {
  const { loans, findings } = await readLines([`${header},${heading}`, `${row},${value}`]);
  expect(loans).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ row: 2, column: heading, code }));
});

describe('a tape without a frequency', () => {
  const withFirst = header.replace('Disbursement date', 'Disbursement date,First due date');
  const lines = (first: string, second: string) => [
    withFirst,
    `L1,Ann,1000.00,24,26,2026-05-20,${first},1000.00`,
    `L2,Bob,500.00,24,26,2026-05-21,${second},500.00`,
  ];

  it('is not read as monthly if all first instalments are due after one week', async () => {
    const weekly = lines('2026-05-27', '2026-05-28');
    expect((await readLines(weekly)).findings).toMatchObject([
      { code: 'frequency_not_stated', details: { days: 7 } },
    ]);
    const { loans, findings } = await readLines(weekly, { forAll: { frequency: 'weekly' } });
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([{ interval: { unit: 'weeks' } }, { interval: { unit: 'weeks' } }]);
  });

  it('is read as monthly if they are due on one day of the month', async () => {
    const { loans, findings } = await readLines(lines('2026-06-01', '2026-06-01'));
    expect([loans.length, findings.length]).toEqual([2, 0]);
  });

  it.each([
    ['2026-08-12', 'maturity_differs'],
    ['2027-05-20', undefined],
    ['2027-06-15', undefined],
    ['', undefined],
  ])('whose twelve monthly instalments end on "%s" gives %s', async (day, code) => {
    const { findings } = await readLines([`${header},Maturity date`, `${row},${day}`]);
    expect(findings.find(({ severity }) => severity === 'error')?.code).toBe(code);
  });
});

it('an amount written off needs a status that says so', async () => {
  const lines = (status: string, amount: string) => [
    `${header},Status,Written-off amount`,
    `${row},${status},${amount}`,
  ];
  const codes = async (status: string, amount: string) =>
    (await readLines(lines(status, amount))).findings
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);
  expect(await codes('active', '1000.00')).toEqual(['written_off_without_status']);
  expect(await codes('active', '0.00')).toEqual([]);
  expect(await codes('written_off', '1000.00')).toEqual([]);
});

it('a product that is repaid in one sum is refused, and a home is not', async () => {
  const codes = async (product: string) =>
    (await readLines([`${header},Loan product`, `${row},${product}`])).loans.length;
  expect([await codes('Bullet loan'), await codes('Flat purchase')]).toEqual([0, 1]);
});

it('a period that the user has given is used', async () => {
  const lines = [`${header},Repayment period unit`, `${row},Weeks`];
  const { loans } = await readLines(lines, { forAll: { frequency: 'weekly' } });
  expect(loans).toMatchObject([{ interval: { every: 1, unit: 'weeks' } }]);
});

it.each([
  ['weekly', '2026-06-05', ['balances_missing']],
  ['weekly', '2026-06-09', []],
  ['monthly', '2026-06-05', []],
  ['quarterly', '2026-04-05', []],
  ['monthly', '2026-04-05', ['balances_missing']],
] as const)('a %s tape without balances from %s asks %j', async (frequency, day, codes) => {
  const lines = [header, row].map((line) => line.slice(0, line.lastIndexOf(',')));
  const { findings } = await readLines(
    [lines[0] ?? '', lines[1]?.replace('2026-05-20', day) ?? ''],
    {
      forAll: { frequency },
    },
  );
  expect(findings.map(({ code }) => code)).toEqual(codes);
});
