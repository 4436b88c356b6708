import { describe, expect, test } from 'vitest';
import { ALLOCATION_CASES } from './published/allocation-cases.ts';
import { DELINQUENCY_CASES } from './published/delinquency-cases.ts';
import { readCaseLines } from './published/read-case-lines.ts';
import { allocatePayment, delinquencyOf, quotePayoff, replayLoan, reschedule } from './cases.ts';
import { valueOf } from '../testing/value-of.ts';
import type { LoanOutput } from './format-replay.ts';
import type { CaseFields } from './case-fields.ts';

type Check = [name: string, expected: unknown];
type AllocationCase = { id: string; inputs: CaseFields; steps: (CaseFields | Check)[] };

describe('published allocations', () => {
  test.each(readCaseLines<AllocationCase>(ALLOCATION_CASES))('$id', ({ inputs, steps }) => {
    for (const [index, step] of steps.entries()) {
      if (!isCheck(step)) continue;
      const before = steps.slice(0, index).filter((one): one is CaseFields => !isCheck(one));
      const [name, expected] = step;
      const actual = answer(name, { loan: valueOf(replayLoan(inputs, before)), expected });
      expect(actual, `step ${index}, ${name}`).toEqual(inAnyOrder(name, expected));
    }
  });
});

function isCheck(step: CaseFields | Check): step is Check {
  return Array.isArray(step);
}

/**
 * Returns the loan's output for a check, without field names; transactions have as many columns as
 * expected.
 */
function answer(
  name: string,
  { loan, expected }: { loan: LoanOutput; expected: unknown },
): unknown {
  switch (name) {
    case 'status':
      return expected === loan.status_label ? loan.status_label : loan.status;
    case 'schedule':
      return loan.schedule.map((row) => Object.values(row));
    case 'schedule_total':
      return Object.values(loan.schedule_total);
    case 'transactions': {
      const [row]: unknown[] = Array.isArray(expected) ? expected : [];
      const columns = Array.isArray(row) ? row.length : 0;
      return inAnyOrder(
        name,
        loan.transactions.map((one) => Object.values(one).slice(0, columns)),
      );
    }
    default:
      return name === 'outstanding' ? loan.outstanding : loan.overpaid;
  }
}

/** Accruals and payments of one day have no defined order, so transactions are compared sorted. */
function inAnyOrder(name: string, rows: unknown): unknown {
  if (name !== 'transactions' || !Array.isArray(rows)) return rows;
  return rows.map((row: unknown) => JSON.stringify(row)).toSorted();
}

type DelinquencyCase = {
  id: string;
  inputs: CaseFields;
  steps: (CaseFields & { check?: string; as_of?: string })[];
};

describe('published delinquencies', () => {
  test.each(readCaseLines<DelinquencyCase>(DELINQUENCY_CASES))('$id', ({ inputs, steps }) => {
    for (const [index, { check, as_of, ...expected }] of steps.entries()) {
      if (check === undefined || as_of === undefined) continue;
      const actual: CaseFields = valueOf(
        delinquencyOf(inputs, { as_of, steps: steps.slice(0, index) }),
      );
      const asked = Object.fromEntries(
        Object.keys(expected).map((field) => [field, actual[field]]),
      );
      expect(asked, `step ${index}`).toEqual(expected);
    }
  });

  // Frappe Lending at commit 3f2cbc13dcd0a6583e3adda6f862a1c8caa2eeff, test_loan_interest_accrual.py.
  test.each([
    ['2023-02-02', 2, 'SMA-0'],
    ['2023-07-05', 155, 'D1'],
  ])('an unpaid loan on %s is %i days past due', (as_of, days_past_due, classification) => {
    const actual = delinquencyOf({
      principal: 1200000,
      repayments: 12,
      repayment_start_date: '2023-01-31',
      posting_date: '2023-01-01',
      as_of,
      ranges: [
        ['SMA-0', 0, 30],
        ['SMA-1', 31, 60],
        ['SMA-2', 61, 90],
        ['D1', 91, 365],
      ],
    });
    expect(valueOf(actual)).toMatchObject({ days_past_due, classification });
  });
});

const loan = {
  principal: '100.00',
  annual_rate_percent: '7',
  repayments: 6,
  repay_every: 1,
  frequency: 'MONTHS',
  start_date: '2024-01-01',
  engine: 'progressive',
};

test('a payoff on the 14th of 29 days is principal 83.57 and interest 0.24', () => {
  const steps = [{ event: 'payment', date: '2024-02-01', amount: '17.01' }];
  expect(valueOf(quotePayoff(loan, { as_of: '2024-02-15', steps }))).toEqual({
    as_of: '2024-02-15',
    principal: '83.57',
    interest: '0.24',
    fees: '0.00',
    penalties: '0.00',
    total: '83.81',
  });
});

describe.each([
  'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
  'DUE_PENALTY_FEE_INTEREST_PRINCIPAL_IN_ADVANCE_PRINCIPAL_PENALTY_FEE_INTEREST',
  'ADVANCED_PAYMENT_ALLOCATION',
])('%s', (strategy) => {
  const inputs = {
    principal: '1000.00',
    repayments: 1,
    repay_every: 30,
    frequency: 'DAYS',
    start_date: '2023-10-01',
    strategy,
  };
  const paid = [
    { event: 'disburse', date: '2023-10-01', amount: '1000.00' },
    { event: 'payment', date: '2023-10-31', amount: '800.00' },
  ];

  test('a charge entered later reallocates a payment made after its due date', () => {
    const charge = {
      event: 'charge',
      kind: 'fee',
      due_date: '2023-10-20',
      amount: '20.00',
      business_date: '2023-11-10',
    };
    const { transactions } = valueOf(replayLoan(inputs, [...paid, charge]));
    expect(transactions.at(-1)).toMatchObject({ fees: '20.00', principal: '780.00' });
  });

  test('the name of a product has no effect', () => {
    const early = {
      event: 'payment',
      type: 'GOODWILL_CREDIT',
      date: '2023-10-05',
      amount: '10.00',
    };
    const three = { ...inputs, repayments: 3 };
    const product = 'LP2_DOWNPAYMENT_ADV_PMT_ALLOC_PROGRESSIVE_LOAN_SCHEDULE_HORIZONTAL';
    expect(replayLoan({ ...three, product }, [...paid.slice(0, 1), early])).toEqual(
      replayLoan(three, [...paid.slice(0, 1), early]),
    );
  });
});

test.each([
  [{}, '83.81'],
  [{ engine: 'cumulative' }, '83.81'],
  [{ interest_type: 'FLAT' }, '86.49'],
])('a payment of the quoted payoff closes the loan: %o', (change, total) => {
  const inputs = { ...loan, ...change };
  const steps = [
    { event: 'disburse', date: '2024-01-01', amount: '100.00' },
    { event: 'payment', date: '2024-02-01', amount: '17.01' },
  ];
  const quote = valueOf(quotePayoff(inputs, { as_of: '2024-02-15', steps }));
  expect(quote.total).toBe(total);
  const last = { event: 'payment', date: '2024-02-15', amount: total };
  const paid = valueOf(replayLoan(inputs, [...steps, last]));
  expect(paid).toMatchObject({
    status: 'CLOSED_OBLIGATIONS_MET',
    outstanding: '0.00',
    overpaid: '0.00',
  });
});

test('a payment first covers the charge that is due before its instalment', () => {
  const allocated = allocatePayment({
    amount: '30.00',
    date: '2024-01-20',
    strategy: 'DUE_PENALTY_FEE_INTEREST_PRINCIPAL_IN_ADVANCE_PRINCIPAL_PENALTY_FEE_INTEREST',
    instalments: [
      {
        due_date: '2024-02-01',
        principal: '100.00',
        fees: '25.00',
        charges: [{ kind: 'fee', due_date: '2024-01-15', amount: '25.00' }],
      },
    ],
  });
  expect(valueOf(allocated)).toMatchObject({ fees: '25.00', principal: '5.00', overpaid: '0.00' });
});

test.each([
  [{ processing: 'DIAGONAL' }, 'processing'],
  [
    {
      instalments: [{ due_date: '2024-02-01', charges: [{ due_date: '2024-01-15', amount: '1' }] }],
    },
    'kind',
  ],
])('a payment with %o is refused', (change, field) => {
  const given = { amount: '30.00', date: '2024-01-20', instalments: [], ...change };
  expect(allocatePayment(given)).toMatchObject({ ok: false, failure: { field } });
});

test('a reschedule with an unknown value of `keeps` is refused', () => {
  const refused = reschedule(loan, { from_date: '2024-03-01', keeps: 'faith' });
  expect(refused).toMatchObject({
    ok: false,
    failure: { name: 'term_is_unknown', field: 'keeps' },
  });
});

test('a rescheduled loan retains its past rows and repays the rest at the new rate', () => {
  const changed = reschedule(loan, { from_date: '2024-03-01', annual_rate_percent: '3' });
  const { rows } = valueOf(changed);
  expect(rows.slice(0, 2).map(({ due }) => due)).toEqual(['17.01', '17.01']);
  expect(rows[2]?.interest).toBe('0.17');
  expect(rows.at(-1)).toMatchObject({ nr: 6, date: '2024-07-01', balance: '0.00' });
});

// Apache Fineract at commit 1882a8b4, LoanInterestRateChange.feature C3916: 7 % for 14 of 29 days,
// 4 % for 15.
test('a rate that changes within a period applies from its day on', () => {
  const terms = {
    principal: '100.00',
    annual_rate_percent: '7',
    repayments: 6,
    repay_every: 1,
    frequency: 'MONTHS',
    start_date: '2024-01-01',
    interest_type: 'DECLINING_BALANCE',
    interest_calculation_period: 'DAILY',
    amortization: 'EQUAL_INSTALLMENTS',
    engine: 'progressive',
    days_in_year: '360',
    days_in_month: '30',
    rounding: 'HALF_EVEN',
  };
  const { rows } = valueOf(
    reschedule(terms, { from_date: '2024-02-15', annual_rate_percent: '4' }),
  );
  expect(
    rows.map(({ date, principal, interest, due, balance }) =>
      [date, principal, interest, due, balance].join(' | '),
    ),
  ).toEqual([
    '2024-02-01 | 16.43 | 0.58 | 17.01 | 83.57',
    '2024-03-01 | 16.52 | 0.38 | 16.90 | 67.05',
    '2024-04-01 | 16.68 | 0.22 | 16.90 | 50.37',
    '2024-05-01 | 16.73 | 0.17 | 16.90 | 33.64',
    '2024-06-01 | 16.79 | 0.11 | 16.90 | 16.85',
    '2024-07-01 | 16.85 | 0.06 | 16.91 | 0.00',
  ]);
});

const DISBURSED = { event: 'disburse', date: '2024-01-01', amount: '100.00' };

test.each([
  [[{ event: 'payment', date: '2024-02-01', amount: '1.00' }], 'loan_is_not_disbursed'],
  [[{ event: 'explode', date: '2024-02-01' }], 'event_is_unknown'],
  [
    [DISBURSED, { event: 'charge', kind: 'levy', due_date: '2024-02-01', amount: '1' }],
    'term_is_unknown',
  ],
  [[{ event: 'set_future_allocation', rule: 'NEXT_LAST_INSTALLMENT' }], 'term_is_unknown'],
  [[{ event: 'undo', date: '2024-02-01', nth_transaction_on_date: 1 }], 'event_not_found'],
])('steps %o are refused', (steps, name) => {
  expect(replayLoan(loan, steps)).toMatchObject({ ok: false, failure: { name } });
});
