import type { RecordReceipt, ReverseReceipt } from '@bursar/contracts/records/invoice-payments';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { issuedInvoice, linkedReceipt } from './testing/issued-invoice.ts';
import { RecordReceiptDialog, ReverseReceiptDialog } from './ReceiptDialogs.tsx';

const RECORD = 'POST /api/invoices/:invoiceId/receipts';
const REVERSE = 'POST /api/invoices/:invoiceId/receipts/:receiptId/reversal';
const texts = ['invoices', 'payments'];

async function drawRecording() {
  const onClose = vi.fn<() => void>();
  await drawFeature(<RecordReceiptDialog invoice={issuedInvoice} opened onClose={onClose} />, {
    texts,
  });
  return onClose;
}

const field = (name: string) => page.getByRole('textbox', { name });
const submit = () => page.getByRole('button', { name: 'Record receipt' }).click();

it('the receipt dialog records the open amount today, once', async () => {
  const sent = answerApi(answers<RecordReceipt>(RECORD, { ...issuedInvoice, openMinor: 0 }));
  const onClose = await drawRecording();
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/invoices/0198-invoice/receipts',
      body: {
        id: expect.any(String),
        amountMinor: 5_000,
        valueDate: '2026-03-01',
        method: 'bank-transfer',
        reference: '',
      },
    },
  ]);
});

it('the receipt dialog takes no more than is open, and nothing below a cent', async () => {
  const sent = answerApi();
  await drawRecording();
  await field('Amount').fill('50.01');
  await submit();
  await expect
    .element(page.getByText('50.00 USD is open. Enter that amount or less.').first())
    .toBeVisible();
  await field('Amount').fill('0');
  await submit();
  await expect.element(page.getByText('Enter the amount received.').first()).toBeVisible();
  expect(sent).toEqual([]);
});

it.each([
  ['2 Mar 2026', 'That day is in the future.'],
  ['14 Feb 2026', 'The invoice was issued on 15 Feb 2026.'],
])('the receipt dialog refuses money of %s', async (day, sentence) => {
  const sent = answerApi();
  await drawRecording();
  await field('Value date').fill(day);
  await submit();
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  expect(sent).toEqual([]);
});

it('the receipt dialog sends the same receipt again after a failure', async () => {
  const sent = answerApi(refuses<RecordReceipt>(RECORD, 'amount_exceeds_open'));
  const onClose = await drawRecording();
  await submit();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await submit();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(onClose).not.toHaveBeenCalled();
});

it('a receipt is reversed only with a reason', async () => {
  const sent = answerApi(answers<ReverseReceipt>(REVERSE, issuedInvoice));
  const onClose = vi.fn<() => void>();
  const dialog = (
    <ReverseReceiptDialog invoice={issuedInvoice} receipt={linkedReceipt} onClose={onClose} />
  );
  await drawFeature(dialog, { texts });
  const title = 'Reverse the receipt of 30.00 USD on 20 Feb 2026?';
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  const reverse = page.getByRole('button', { name: 'Reverse receipt' });
  await reverse.click();
  await expect.element(field('Reason')).toBeInvalid();
  expect(sent).toEqual([]);
  await field('Reason').fill('Bounced');
  await reverse.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/invoices/0198-invoice/receipts/0198-receipt/reversal',
      body: { id: expect.any(String), reason: 'Bounced' },
    },
  ]);
});
