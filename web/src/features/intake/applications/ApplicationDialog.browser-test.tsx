import type { ApplicationEvent } from '@bursar/contracts/choices';
import type { DecideApplication, DisburseLoan } from '@bursar/contracts/intake/applications';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ApplicationDialog } from './ApplicationDialog.tsx';

const DISBURSE = 'POST /api/applications/:applicationId/disbursement';
const DECIDE = 'POST /api/applications/:applicationId/events';
const application = {
  id: '0198-application',
  reference: 'A-000012',
  disburseOn: '2026-03-01',
  firstDueOn: '2026-04-01',
};
const moved = { applicationId: application.id, loanId: null, replayed: false } as const;

async function drawDialog(event: ApplicationEvent, ...stubbed: readonly StubbedAnswer[]) {
  const sent = answerApi(...stubbed);
  const onClose = vi.fn<() => void>();
  await drawFeature(
    <ApplicationDialog application={application} event={event} onClose={onClose} />,
    { texts: ['applications'] },
  );
  return { sent, onClose };
}

const reason = page.getByRole('textbox', { name: 'Reason' });
const disbursedOn = page.getByRole('textbox', { name: 'Disbursed on' });
const firstDueOn = page.getByRole('textbox', { name: 'First instalment due' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('the disbursement dialog sends the days of the application', async () => {
  const { sent, onClose } = await drawDialog(
    'disburse',
    answers<DisburseLoan>(DISBURSE, { ...moved, status: 'active', loanId: '0198-loan' }),
  );
  await button('Disburse').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/applications/0198-application/disbursement',
      body: { id: expect.any(String), disbursedOn: '2026-03-01', firstDueOn: '2026-04-01' },
    },
  ]);
});

it('the disbursement dialog refuses a first due day before the disbursement, and an empty day', async () => {
  const { sent } = await drawDialog('disburse');
  await firstDueOn.fill('1 Feb 2026');
  await button('Disburse').click();
  await expect
    .element(firstDueOn)
    .toHaveAccessibleDescription(/^The first instalment must be due after the disbursement\./);
  await disbursedOn.fill('');
  await button('Disburse').click();
  await expect.element(disbursedOn).toHaveAccessibleDescription('Enter a day.');
  expect(sent).toEqual([]);
});

it('the disbursement dialog repeats its id after a refusal, and stays open', async () => {
  const { sent, onClose } = await drawDialog(
    'disburse',
    refuses<DisburseLoan>(DISBURSE, 'own_approval'),
  );
  await button('Disburse').click();
  await expect
    .element(page.getByText('You approved this loan. Another person must disburse it.'))
    .toBeVisible();
  await button('Disburse').click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(onClose).not.toHaveBeenCalled();
});

it('an application is rejected only with a reason', async () => {
  const { sent, onClose } = await drawDialog(
    'reject',
    answers<DecideApplication>(DECIDE, { ...moved, status: 'rejected' }),
  );
  await button('Reject').click();
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason.');
  expect(sent).toEqual([]);
  await reason.fill('No income');
  await button('Reject').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { id: expect.any(String), event: 'reject', reason: 'No income' },
  ]);
});

it('an application is approved without a reason', async () => {
  const { sent, onClose } = await drawDialog(
    'approve',
    answers<DecideApplication>(DECIDE, { ...moved, status: 'approved' }),
  );
  await button('Approve').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { id: expect.any(String), event: 'approve', reason: '' },
  ]);
});
