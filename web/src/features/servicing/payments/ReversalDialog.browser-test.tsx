import type {
  PreviewReversal,
  RequestReversal,
  ReversePayment,
} from '@bursar/contracts/servicing/payments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ReversalDialog, type ReversalWay } from './ReversalDialog.tsx';

const PREVIEW = 'GET /api/loans/:loanId/payments/:paymentId/reversal-preview';
const split = { principalMinor: 30_000, interestMinor: 4_000, feeMinor: 0, penaltyMinor: 0 };
const payment = {
  ...split,
  id: '0198-payment',
  amountMinor: 34_000,
  recoveredMinor: 0,
  overpaymentTreatment: 'next-instalments',
  payer: '',
  externalReference: '',
  splitId: null,
  creditMinor: 0,
  currency: 'USD',
  valueDate: '2026-02-10',
  method: 'cash',
  note: '',
  postedAt: '2026-02-10T09:00:00Z',
  postedBy: 'Ada',
  postedById: '0198-ada',
  team: null,
  agent: null,
  reallocations: 0,
  reversal: null,
  reversalRequestId: null,
} as const;

const balances = { creditMinor: 0, loanStatus: 'active' } as const;
const preview: AnswerOf<PreviewReversal> = {
  currency: 'USD',
  needsApproval: false,
  claimMinor: 0,
  waivedPenalties: [],
  penalties: [],
  before: {
    ...balances,
    outstandingMinor: 70_000,
    remainingMinor: 74_000,
    oldestUnpaidDueOn: null,
  },
  after: {
    ...balances,
    outstandingMinor: 100_000,
    remainingMinor: 108_000,
    oldestUnpaidDueOn: '2026-02-01',
  },
  reallocated: [],
};

async function drawDialog(way: ReversalWay, language: 'en' | 'ae' = 'en') {
  const onClose = vi.fn<() => void>();
  const props = { loanId: '0198-loan', payment, way, onClose };
  await drawFeature(<ReversalDialog {...props} />, { texts: ['payments'], language });
  return onClose;
}

const reversing = () => page.getByRole('button', { name: 'Reverse payment' });

it('the reversal dialog names each late penalty that the reversal charges', async () => {
  answerApi(
    answers<PreviewReversal>(PREVIEW, {
      ...preview,
      penalties: [
        { instalmentNumber: 1, dueOn: '2026-01-01', chargedOn: '2026-01-06', amountMinor: 1_500 },
        { instalmentNumber: 2, dueOn: '2026-02-01', chargedOn: '2026-02-06', amountMinor: 1_525 },
      ],
    }),
  );
  await drawDialog('reverse');
  await expect.element(page.getByText('The reversal also charges 2 late penalties')).toBeVisible();
  const table = page.getByRole('region', { name: 'Late penalties that the reversal charges' });
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(/6 Jan 2026.*15\.00 USD/);
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent(/6 Feb 2026.*15\.25 USD/);
});

it('the reversal dialog fits a phone in Arabic, with its penalties', async () => {
  await page.viewport(390, 800);
  answerApi(
    answers<PreviewReversal>(PREVIEW, {
      ...preview,
      penalties: [
        { instalmentNumber: 1, dueOn: '2026-01-01', chargedOn: '2026-01-06', amountMinor: 1_500 },
      ],
    }),
  );
  await drawDialog('reverse', 'ae');
  await expect.element(page.getByRole('table').nth(1)).toBeVisible();
  const dialog = page.getByRole('dialog').element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  await page.viewport(1280, 800);
});

it('the reversal dialog shows the loan before and after, and the part that was refunded', async () => {
  answerApi(answers<PreviewReversal>(PREVIEW, { ...preview, claimMinor: 2_000 }));
  await drawDialog('reverse');
  const row = page.getByRole('row', { name: 'Outstanding principal' });
  await expect.element(row).toHaveTextContent(/700\.00 USD.*1,000\.00 USD/);
  await expect.element(page.getByText('20.00 USD of this money was refunded.')).toBeVisible();
});

it('the reversal dialog asks for approval if the preview requires it', async () => {
  answerApi(answers<PreviewReversal>(PREVIEW, { ...preview, needsApproval: true }));
  await drawDialog('reverse');
  await expect.element(page.getByRole('button', { name: 'Ask for approval' })).toBeVisible();
  await expect.element(reversing()).not.toBeInTheDocument();
});

it('the reversal dialog requests a reversal without a preview for a user who may not reverse', async () => {
  const sent = answerApi(
    answers<RequestReversal>('POST /api/loans/:loanId/payments/:paymentId/reversal-request', {
      payment: { ...payment, reversalRequestId: '0198-request' },
      replayed: false,
    }),
  );
  await drawDialog('ask');
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid twice');
  await page.getByRole('button', { name: 'Ask for reversal' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: 'POST',
        path: '/api/loans/0198-loan/payments/0198-payment/reversal-request',
        body: { id: expect.any(String), reason: 'Paid twice' },
      },
    ]);
});

it('the reversal dialog asks for no preview of the payment that it has reversed', async () => {
  answerApi(answers<PreviewReversal>(PREVIEW, preview));
  const onClose = await drawDialog('reverse');
  await expect.element(page.getByText('Outstanding principal')).toBeVisible();
  answerApi(
    refuses<PreviewReversal>(PREVIEW, 'payment_already_reversed'),
    answers<ReversePayment>('POST /api/loans/:loanId/payments/:paymentId/reversal', {
      outcome: 'reversed',
      payment,
      outstandingMinor: 100_000,
      loanStatus: 'active',
      replayed: false,
    }),
  );
  await page.getByRole('textbox', { name: 'Reason' }).fill('Entered twice');
  await reversing().click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  // The page may close the dialog some time after `onClose`; in this test it never does.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(page.getByText('Outstanding principal')).toBeVisible();
  await expect.element(page.getByText(/already/)).not.toBeInTheDocument();
});
