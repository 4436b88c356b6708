import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { TrialAccount } from './finance.queries.ts';
import { TrialBalance } from './TrialBalance.tsx';
import type { ChangeView } from './use-finance-view.ts';

const account = (name: TrialAccount['account'], changes: Partial<TrialAccount>): TrialAccount => ({
  account: name,
  code: '1000',
  kind: 'asset',
  normalSide: 'debit',
  debitMinor: 0,
  creditMinor: 0,
  lines: 1,
  ...changes,
});

const book = {
  currency: 'USD',
  accounts: [
    account('cash', { code: '1010', debitMinor: 130_050, creditMinor: 500_000 }),
    account('loans-receivable', { code: '1020', debitMinor: 500_000, creditMinor: 120_000 }),
    account('interest-income', { code: '4010', creditMinor: 10_050, normalSide: 'credit' }),
    account('fee-income', { code: '4020', lines: 0 }),
  ],
};

async function drawBook() {
  answerApi();
  const onChange = vi.fn<ChangeView>();
  const view = { month: null, on: null, open: null, rows: null };
  await drawFeature(<TrialBalance book={book} on="2026-02-28" view={view} onChange={onChange} />, {
    texts: ['finance', 'loans'],
  });
  return onChange;
}

const row = (name: string) => page.getByRole('row', { name });

it('the trial balance shows debit less credit of each account, and equal totals', async () => {
  await drawBook();
  await expect.element(row('Cash')).toHaveTextContent(/1,300\.50.*5,000\.00.*−3,699\.50/);
  await expect.element(row('Interest income')).toHaveTextContent(/0\.00.*100\.50.*−100\.50/);
  await expect.element(row('Total')).toHaveTextContent(/6,300\.50.*6,300\.50.*0\.00/);
});

it('the trial balance leaves out accounts without entries', async () => {
  await drawBook();
  await expect.element(row('Cash')).toBeVisible();
  await expect.element(row('Fee income')).not.toBeInTheDocument();
});

it('the trial balance opens the lines of an account in its currency', async () => {
  const onChange = await drawBook();
  await row('Loans receivable').getByRole('button').click();
  expect(onChange.mock.calls).toEqual([[{ open: 'account.USD.loans-receivable' }]]);
});
