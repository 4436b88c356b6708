import type { ListLoanLedger } from '@bursar/contracts/servicing/loans';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LoanLedger } from './LoanLedger.tsx';
import type { LoanLedger as Ledger } from './loans.queries.ts';

const credit = (account: string, creditMinor: number) => ({ account, debitMinor: 0, creditMinor });
const debit = (account: string, debitMinor: number) => ({ account, debitMinor, creditMinor: 0 });

const payment: Ledger['transactions'][number] = {
  id: '0198-payment',
  event: 'post-payment',
  valueDate: '2026-02-06',
  postedAt: '2026-02-06T11:24:00.000Z',
  postedBy: 'Amira Nasser',
  lines: [
    debit('cash', 52_263),
    credit('loans-receivable', 50_763),
    credit('penalty-receivable', 1_500),
    credit('penalty-income', 1_500),
    debit('deferred-penalties', 1_500),
  ],
};
const charge: Ledger['transactions'][number] = {
  id: '0198-charge',
  event: 'add-charge',
  valueDate: '2026-01-19',
  postedAt: '2026-01-20T00:05:00.000Z',
  postedBy: null,
  lines: [debit('penalty-receivable', 1_500), credit('deferred-penalties', 1_500)],
};

const drawLedger = async () => {
  answerApi(
    answers<ListLoanLedger>('GET /api/loans/:loanId/ledger', {
      currency: 'USD',
      nextCursor: null,
      transactions: [payment, charge],
    }),
  );
  await drawFeature(<LoanLedger loanId="0198-loan" />, { texts: ['loans'] });
  await expect.element(page.getByRole('table')).toBeVisible();
};

/** The texts of a row's cells; dates have spaces that do not break. */
const textOf = (row: Element) =>
  [...row.querySelectorAll('th, td')]
    .map((cell) => cell.textContent.replaceAll(/\s/g, ' '))
    .join(' | ');

it('the ledger is one table with one head and a head row per entry', async () => {
  await drawLedger();
  expect(page.getByRole('table').elements()).toHaveLength(1);
  const heads = page.getByRole('columnheader').elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Account',
    'Amount, USD',
    'Debit, USD',
    'Credit, USD',
    'Posted by',
  ]);
});

it('an entry lists its debits first, and its amount without released income', async () => {
  await drawLedger();
  const [, ...rows] = page.getByRole('row').elements();
  expect(rows.map(textOf)).toEqual([
    'Payment · 6 Feb 2026 | 522.63 |  |  | Amira Nasser · 11:24',
    'Cash |  | 522.63 |  | ',
    'Deferred penalties |  | 15.00 |  | ',
    'Loans receivable |  |  | 507.63 | ',
    'Penalties receivable |  |  | 15.00 | ',
    'Penalty income |  |  | 15.00 | ',
    'Charge · 19 Jan 2026 | 15.00 |  |  | End of day · 20 Jan 2026, 00:05',
    'Penalties receivable |  | 15.00 |  | ',
    'Deferred penalties |  |  | 15.00 | ',
  ]);
});
