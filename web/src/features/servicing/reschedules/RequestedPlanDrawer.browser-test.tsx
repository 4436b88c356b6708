import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadApproval } from '@bursar/contracts/access/approvals';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, type StubbedAnswer } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { RequestedPlanDrawer } from './RequestedPlanDrawer.tsx';
import { requestedPlanQuery } from './reschedules.queries.ts';

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  currency: 'USD',
  businessDate: '2026-06-15',
};

const waiting: AnswerOf<ReadApproval> = {
  id: '0198-request',
  kind: 'reschedule-loan',
  state: 'waiting',
  subject: 'L-000007',
  loanId: loan.id,
  borrower: 'Ada Byron',
  payment: null,
  loans: null,
  amountMinor: null,
  currency: 'USD',
  before: {},
  after: {},
  terms: { instalmentCount: 48, annualRatePercent: '12', firstDueOn: '2026-07-01' },
  offer: null,
  reason: 'Works fewer hours',
  requestedBy: 'Agent',
  requestedAt: '2026-06-15T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: '',
  failure: null,
  isOwn: false,
  isLinked: false,
  mayDecide: true,
};

/** The drawer at the address of a request, and the request's state as last loaded. */
function Asked() {
  const [search] = useSearchParams();
  const { data } = useQuery(requestedPlanQuery(waiting.id));
  if (!search.has('request')) return <Navigate to={`?request=${waiting.id}`} />;
  return (
    <>
      <output>{data?.state}</output>
      <RequestedPlanDrawer loan={loan} opened onClose={() => undefined} />
    </>
  );
}

async function open(read: StubbedAnswer) {
  answerApi(read);
  await drawFeature(<Asked />, { texts: ['reschedules', 'contact-log'] });
}

const waits = answers<ReadApproval>('GET /api/approvals/:approvalId', waiting);
const declined = answers<ReadApproval>('GET /api/approvals/:approvalId', {
  ...waiting,
  state: 'declined',
});

it('keeps the open form when a newer answer shows the request as decided', async () => {
  let now = waits;
  await open({
    ...waits,
    get body() {
      return now.body;
    },
  });
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Three years at most');
  now = declined;
  // Returning to the window refetches the request, as a live update does.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('declined', { exact: true })).toBeInTheDocument();
  await expect.element(reason).toHaveValue('Three years at most');
});

it('opens on a decided request with a sentence instead of a form', async () => {
  await open(declined);
  await expect.element(page.getByText('This request was already decided')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});
