import type { PreviewPlan, RequestPlan } from '@bursar/contracts/servicing/reschedules';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { RequestPlanDrawer } from './RequestPlanDrawer.tsx';

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: '2026-06-15',
};

const left = {
  annualRatePercent: '12',
  instalments: 9,
  nextDueOn: '2026-07-01',
  nextMinor: 120_00,
  lastDueOn: '2027-03-01',
  overdueMinor: 120_00,
  interestMinor: 50_00,
  totalMinor: 1_200_00,
};

const shown: AnswerOf<PreviewPlan> = {
  currency: 'USD',
  needsApproval: true,
  terms: { instalmentCount: 24, annualRatePercent: '12', firstDueOn: '2026-07-01' },
  principalMinor: 1_150_00,
  overduePrincipalMinor: 100_00,
  unpaidInterestMinor: 0,
  chargesStayMinor: 0,
  before: left,
  after: { ...left, instalments: 24, nextMinor: 55_00, overdueMinor: 0 },
  instalments: [
    {
      number: 4,
      dueOn: '2026-07-01',
      principalMinor: 40_00,
      interestMinor: 15_00,
      chargesMinor: 0,
    },
  ],
};

async function open() {
  const sent = answerApi(
    answers<PreviewPlan>('GET /api/loans/:loanId/plan-preview', shown),
    answers<RequestPlan>('POST /api/loans/:loanId/plan-request', {
      outcome: 'awaiting-approval',
      replayed: false,
    }),
  );
  const onClose = vi.fn<() => void>();
  await drawFeature(<RequestPlanDrawer loan={loan} opened onClose={onClose} />, {
    texts: ['reschedules', 'contact-log'],
  });
  return { sent, onClose };
}

const ask = () => page.getByRole('button', { name: 'Ask for approval' }).click();

it('requests the terms that the preview found for the amount that the borrower can pay', async () => {
  const { sent, onClose } = await open();
  await page.getByRole('radio', { name: 'Lower instalment' }).click();
  await page.getByRole('textbox', { name: 'Maximum instalment' }).fill('55');
  await expect.element(page.getByRole('cell', { name: '55.00' }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'How the borrower agreed' }).click();
  await page.getByRole('option', { name: 'Call' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Works fewer hours');
  await ask();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    plan: 'lower-instalment',
    agreedBy: 'call',
    ...shown.terms,
    principalMinor: 1_150_00,
    reason: 'Works fewer hours',
  });
});

it('needs the borrower’s consent, a reason, and the amount of a lower instalment', async () => {
  const { sent } = await open();
  await page.getByRole('radio', { name: 'Lower instalment' }).click();
  await ask();
  for (const problem of [
    'Choose how the borrower agreed. A plan needs their consent.',
    'Enter the amount that the borrower can pay.',
    'Enter a reason.',
  ]) {
    await expect.element(page.getByText(problem).first()).toBeVisible();
  }
  expect(sent).toEqual([]);
});
