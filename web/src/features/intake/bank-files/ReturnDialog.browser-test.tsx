import type { BankReturn } from '@bursar/contracts/intake/bank-files';
import type { ConfirmBankReturn, ListBankReturns } from '@bursar/contracts/intake/bank-returns';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { lineOf } from './testing/line-of.ts';

const found: BankReturn = {
  kind: 'payment',
  id: '0198-payment',
  loan: { id: '0198-loan', reference: 'L-000007', borrower: 'Grace Hopper', status: 'active' },
  amountMinor: 10_662,
  feeMinor: 500,
  valueDate: '2026-06-03',
  refundedOn: null,
  evidence: ['name', 'amount-with-fee', 'return-text'],
  score: 72,
};

const line = lineOf({
  number: 2,
  amountMinor: 11_162,
  debtorName: 'Grace Hopper',
  remittance: 'Rücklastschrift',
  state: 'left-out',
  reason: 'debit',
  mayReturn: found,
});

const drawDialog = async () => {
  const onClose = vi.fn<() => void>();
  await drawFeature(
    <ReturnDialog bankFileId="0198-file" fileName="June.csv" line={line} onClose={onClose} />,
    { texts: ['bank-files'] },
  );
  return onClose;
};

const returns = answers<ListBankReturns>(
  'GET /api/bank-files/:bankFileId/lines/:bankLineId/returns',
  { returns: [found], alreadyConfirmed: null, splitLine: null },
);

it('the return dialog shows the payment with its evidence, and the fee of the bank', async () => {
  answerApi(returns);
  await drawDialog();
  const choice = page.getByRole('radio', { name: /Payment of 106.62 USD .*Grace Hopper/ });
  await expect.element(choice).toBeChecked();
  await expect.element(page.getByText(/more than the payment/)).toBeVisible();
});

it('the return dialog repeats its id after a refusal, and needs a reason', async () => {
  const sent = answerApi(
    returns,
    refuses<ConfirmBankReturn>(
      'PUT /api/bank-files/:bankFileId/lines/:bankLineId/return',
      'bank_return_changed',
      {},
    ),
  );
  const onClose = await drawDialog();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  const confirm = page.getByRole('button', { name: 'Reverse payment' });
  await reason.fill('');
  await confirm.click();
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('Returned');
  await confirm.click();
  await expect.poll(() => sent.length).toBe(1);
  await confirm.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]?.body).toMatchObject({ kind: 'payment', returnedId: found.id });
  expect(onClose).not.toHaveBeenCalled();
});

const splitLine = {
  lineId: '0198-split',
  fileId: '0198-other',
  fileName: 'May.csv',
  number: 7,
  valueDate: '2026-05-29',
  amountMinor: 10_000,
  feeMinor: 0,
  parts: [],
};

it('the return dialog names a split line of which a payment was already reversed', async () => {
  answerApi(
    answers<ListBankReturns>('GET /api/bank-files/:bankFileId/lines/:bankLineId/returns', {
      returns: [],
      alreadyConfirmed: null,
      splitLine,
    }),
  );
  await drawDialog();
  await expect.element(page.getByText(/returns line 7 of May.csv, which was split/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Reverse payment' }).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Close' }).last()).toBeVisible();
});

it('the return dialog confirms all payments of a split line in one step', async () => {
  const parts = [
    { paymentId: '0198-one', loan: found.loan, amountMinor: 6_000 },
    { paymentId: '0198-two', loan: found.loan, amountMinor: 4_000 },
  ];
  const sent = answerApi(
    answers<ListBankReturns>('GET /api/bank-files/:bankFileId/lines/:bankLineId/returns', {
      returns: [],
      alreadyConfirmed: null,
      splitLine: { ...splitLine, feeMinor: 500, parts },
    }),
  );
  await drawDialog();
  await page.getByRole('radio', { name: /Line 7 of May.csv/ }).click();
  await expect.element(page.getByText(/more than the payment/)).toBeVisible();
  await page.getByRole('button', { name: 'Reverse all payments' }).click();
  await expect
    .poll(() => sent.at(-1)?.body)
    .toMatchObject({ kind: 'split', returnedId: '0198-split' });
});
