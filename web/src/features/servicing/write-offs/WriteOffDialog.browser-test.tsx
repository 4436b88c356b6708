import type {
  PreviewUndoWriteOff,
  PreviewWriteOff,
  UndoWriteOff,
  WriteOffLoan,
} from '@bursar/contracts/servicing/write-offs';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { WriteOffDialog, type LossWay } from './WriteOffDialog.tsx';

const loan = { id: '0198-loan', reference: 'L-000007' };
const none = { interestMinor: 0, feeMinor: 0, penaltyMinor: 0 };
const loss = {
  currency: 'USD',
  needsApproval: false,
  principalMinor: 80_000,
  unpaid: { ...none, interestMinor: 1_250 },
  received: { ...none, interestMinor: 4_000, penaltyMinor: 500 },
};
const written = {
  outcome: 'done',
  loanStatus: 'written_off',
  outstandingMinor: 0,
  writtenOffPrincipalMinor: 80_000,
  replayed: false,
} as const;

async function drawDialog(way: LossWay, language: 'en' | 'ae' = 'en') {
  const onClose = vi.fn<() => void>();
  const dialog = <WriteOffDialog loan={loan} way={way} onClose={onClose} />;
  await drawFeature(dialog, { texts: ['loans'], language });
  return onClose;
}

const amountIn = (row: string) => page.getByRole('row', { name: row }).getByRole('cell').last();

it('the write-off dialog shows the loss, and sends it with the reason', async () => {
  const sent = answerApi(
    answers<PreviewWriteOff>('GET /api/loans/:loanId/write-off-preview', loss),
    answers<WriteOffLoan>('POST /api/loans/:loanId/write-off', written),
  );
  const onClose = await drawDialog('write-off');
  await expect.element(amountIn('Principal written off')).toHaveTextContent('800.00 USD');
  await page.getByRole('textbox', { name: 'Reason' }).fill(' Insolvent ');
  await page.getByRole('button', { name: 'Write off loan' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/loans/0198-loan/write-off',
      body: { id: expect.any(String), reason: 'Insolvent', principalMinor: 80_000 },
    },
  ]);
});

it('the write-off dialog requires a reason', async () => {
  const sent = answerApi(
    answers<PreviewWriteOff>('GET /api/loans/:loanId/write-off-preview', loss),
  );
  await drawDialog('write-off');
  await page.getByRole('button', { name: 'Write off loan' }).click();
  await expect.element(page.getByText('Enter a reason.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('the write-off dialog keeps the reason if the loss has changed in the meantime', async () => {
  const sent = answerApi(
    answers<PreviewWriteOff>('GET /api/loans/:loanId/write-off-preview', loss),
    refuses<WriteOffLoan>('POST /api/loans/:loanId/write-off', 'loss_changed_since'),
  );
  const onClose = await drawDialog('write-off');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Insolvent');
  await page.getByRole('button', { name: 'Write off loan' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Insolvent');
  expect(sent).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('the write-off dialog says that a second person must approve', async () => {
  answerApi(
    answers<PreviewWriteOff>('GET /api/loans/:loanId/write-off-preview', {
      ...loss,
      needsApproval: true,
    }),
  );
  await drawDialog('write-off');
  await expect.element(page.getByRole('button', { name: 'Ask for approval' })).toBeVisible();
});

it('the undo dialog shows what becomes receivable again, with the penalties that the undo charges', async () => {
  const sent = answerApi(
    answers<PreviewUndoWriteOff>('GET /api/loans/:loanId/undo-write-off-preview', {
      currency: 'USD',
      needsApproval: false,
      principalMinor: 80_000,
      arrearsMinor: 21_500,
      penaltyMinor: 1_500,
      oldestUnpaidDueOn: '2026-01-15',
    }),
    answers<UndoWriteOff>('POST /api/loans/:loanId/undo-write-off', {
      ...written,
      loanStatus: 'active',
    }),
  );
  await drawDialog('undo');
  await expect
    .element(amountIn('Of this, late penalties charged now'))
    .toHaveTextContent('15.00 USD');
  await expect.element(page.getByText('15 Jan 2026')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Found again');
  await page.getByRole('button', { name: 'Undo write-off' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: 'POST',
        path: '/api/loans/0198-loan/undo-write-off',
        body: { id: expect.any(String), reason: 'Found again' },
      },
    ]);
});
