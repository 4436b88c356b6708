import type { AddCharge } from '@bursar/contracts/servicing/charges';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { AddChargeDialog, WaiveChargeDialog, type ChargedLoan } from './ChargeDialogs.tsx';
import type { Charge } from './charges.queries.ts';

const loan: ChargedLoan = {
  id: '0198-loan',
  reference: 'L-000007',
  status: 'active',
  currency: 'USD',
  businessDate: '2026-03-01',
  disbursedOn: '2026-01-01',
  remainingMinor: 100_000,
  payoffMinor: 95_000,
  instalments: [
    { number: 2, dueOn: '2026-03-01' },
    { number: 3, dueOn: '2026-04-01' },
  ],
};

const charge: Charge = {
  id: '0198-charge',
  portion: 'fee',
  kind: 'late-payment',
  amountMinor: 3_000,
  waivedMinor: 0,
  paidMinor: 1_000,
  openMinor: 2_000,
  instalmentNumber: 2,
  dueOn: '2026-03-01',
  chargedOn: '2026-03-01',
  chargedLateOn: null,
  reason: 'Late',
  madeAt: '2026-03-01T09:00:00Z',
  madeBy: 'Ada',
  waivers: [],
  waiverRequestId: null,
};

const common = { loan, isAsked: false, onClose: vi.fn<() => void>() };

it('the charge dialog shows the instalment of a charge, and what the loan then owes', async () => {
  answerApi();
  await drawFeature(<AddChargeDialog {...common} opened />, { texts: ['charges'] });
  await page.getByRole('textbox', { name: 'Amount' }).fill('25');
  await expect.element(page.getByText('Due with instalment 2 on 1 Mar 2026.')).toBeVisible();
  await expect
    .element(
      page.getByText(
        'Remaining by schedule: 1,000.00 USD before the change, 1,025.00 USD after it.',
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByText('Payoff today: 950.00 USD before the change, 975.00 USD after it.'))
    .toBeVisible();
});

it('the charge dialog shows a refusal by the server, and keeps the typed values', async () => {
  const sent = answerApi(
    refuses<AddCharge>('POST /api/loans/:loanId/charges', 'loan_is_not_active'),
  );
  await drawFeature(<AddChargeDialog {...common} opened />, { texts: ['charges'] });
  await page.getByRole('textbox', { name: 'Amount' }).fill('25');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Returned cheque');
  await page.getByRole('button', { name: 'Add charge' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('25.00');
  expect(sent[0]?.body).toMatchObject({
    amountMinor: 2_500,
    currency: 'USD',
    dueOn: '2026-03-01',
    reason: 'Returned cheque',
  });
});

it('the waiver dialog waives no more than the open amount', async () => {
  const sent = answerApi();
  await drawFeature(<WaiveChargeDialog {...common} charge={charge} />, { texts: ['charges'] });
  await page.getByRole('textbox', { name: 'Amount waived' }).fill('20.01');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Goodwill');
  await page.getByRole('button', { name: 'Waive charge' }).click();
  await expect
    .element(page.getByText('Only 20.00 USD is open. Enter that amount or less.'))
    .toBeVisible();
  expect(sent).toEqual([]);
});

function Waiving() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Waive
      </button>
      <WaiveChargeDialog
        {...common}
        charge={isOpen ? charge : null}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

it('a waiver that was not answered is sent again with its id after the dialog was closed', async () => {
  const sent = answerApi();
  await drawFeature(<Waiving />, { texts: ['charges'] });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Goodwill');
  await page.getByRole('button', { name: 'Waive charge' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Waive', exact: true }).click();
  await page.getByRole('button', { name: 'Waive charge' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
});
