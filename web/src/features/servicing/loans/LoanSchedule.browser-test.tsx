import type { Instalment } from '@bursar/contracts/servicing/loans';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LoanSchedule } from './LoanSchedule.tsx';

const instalment = (number: number, state: Instalment['state']): Instalment => ({
  number,
  dueOn: `${2024 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`,
  principalMinor: 10_000,
  interestMinor: 1_000,
  feeMinor: 0,
  penaltyMinor: 0,
  principalPaidMinor: state === 'paid' ? 10_000 : 0,
  interestPaidMinor: state === 'paid' ? 1_000 : 0,
  feePaidMinor: 0,
  penaltyPaidMinor: 0,
  accrual: null,
  isClaim: false,
  state,
});

const states: readonly Instalment['state'][] = [
  ...Array.from({ length: 10 }, () => 'paid' as const),
  'overdue',
  ...Array.from({ length: 25 }, () => 'upcoming' as const),
];

const loan = {
  id: '0198-loan',
  status: 'active' as const,
  currency: 'USD',
  businessDate: '2025-01-15',
  scheduleVersion: 1,
  instalments: states.map((state, at) => instalment(at + 1, state)),
};

it('a schedule shows what is due and the next few, and opens the rest by the keyboard', async () => {
  await drawFeature(<LoanSchedule loan={loan} />, { texts: ['loans'] });
  const table = page.getByRole('region', { name: 'Schedule' }).getByRole('table');
  // A row with a button folds others.
  const rows = () =>
    table
      .getByRole('row')
      .filter({ hasNot: page.getByRole('button') })
      .elements().length;
  await expect.element(table).toBeVisible();
  // The head, two paid rows, the overdue one, six upcoming ones, and the totals.
  expect(rows()).toBe(11);
  const total = table.getByRole('row', { name: /^Total of all/ });
  await expect.element(total).toHaveTextContent('3,600.00');
  const later = page.getByRole('button', { name: 'Show 19 later instalments' });
  later.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toBe(30);
  await expect.element(page.getByRole('button', { name: 'Hide later instalments' })).toHaveFocus();
  await page.getByRole('button', { name: 'Show 8 paid instalments' }).click();
  await expect.poll(rows).toBe(38);
  await expect.element(table.getByRole('row', { name: /^Total, USD/ })).toBeVisible();
});
