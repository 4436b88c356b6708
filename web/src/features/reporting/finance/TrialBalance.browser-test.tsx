import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { TrialAccount } from './finance.queries.ts';
import { DayOfTrial, TrialBalance } from './TrialBalance.tsx';
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

async function drawDays(on: string | null) {
  answerApi();
  const onChange = vi.fn<ChangeView>();
  const view = { month: null, on, open: null, rows: null };
  await drawFeature(<DayOfTrial businessDate="2026-03-01" view={view} onChange={onChange} />, {
    texts: ['finance', 'loans'],
  });
  return onChange;
}

const day = page.getByRole('textbox', { name: 'Trial balance on' });

it.each([
  ['leaves the field', '{Tab}'],
  ['presses Enter', '{Enter}'],
])('the typed day of the trial balance is shown once the user %s', async (_how, key) => {
  const onChange = await drawDays(null);
  await day.fill('');
  await userEvent.type(day, '5/12/2025');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.keyboard(key);
  expect(onChange.mock.calls).toEqual([[{ on: '2025-12-05', open: null }, { replace: true }]]);
});

it('an unreadable day leaves the trial balance as it is, and an empty one shows today', async () => {
  const onChange = await drawDays('2026-01-31');
  await day.fill('soon');
  await userEvent.keyboard('{Tab}');
  await expect.element(day).toHaveAccessibleDescription(/day/);
  expect(onChange).not.toHaveBeenCalled();
  await day.fill('');
  await userEvent.keyboard('{Tab}');
  expect(onChange.mock.calls).toEqual([[{ on: null, open: null }, { replace: true }]]);
});

it('a picked day of the trial balance is shown at once', async () => {
  const onChange = await drawDays('2026-01-31');
  await page.getByRole('button', { name: 'Open the calendar' }).last().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /15 January/ })
    .click();
  expect(onChange.mock.calls).toEqual([[{ on: '2026-01-15', open: null }, { replace: true }]]);
});
