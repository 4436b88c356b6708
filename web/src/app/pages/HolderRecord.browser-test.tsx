import type { ReadStaff } from '@bursar/contracts/distribution/staff';
import type { ListLoans } from '@bursar/contracts/servicing/loan-lists';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sampleAgent } from '../../features/distribution/staff/testing/sample-agent.ts';
import { answerApi, answers } from '../../lib/testing/answer-api.ts';
import { signInAs } from '../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { LoansOfAgent } from './HolderRecord.tsx';

const { id } = sampleAgent;

const none = {
  rows: [],
  nextCursor: null,
  sums: { count: 0, amounts: [] },
  businessDate: '2026-03-01',
};

it('the page of an agent without overdue loans links to the queue and to the active loans', async () => {
  answerApi(
    signInAs({ role: 'user', permissions: ['read-staff'] }),
    answers<ReadStaff>('GET /api/staff/:accountId', sampleAgent),
    answers<ListLoans>('GET /api/loans', none),
  );
  await drawFeature(<LoansOfAgent id={id} />, { texts: ['staff', 'work-queue'] });
  await expect.element(page.getByText('No loan is overdue.')).toBeVisible();
  const linkTo = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
  expect(linkTo('Today’s queue')).toBe(`/edit-agent/${id}?queue=today`);
  expect(linkTo('All active loans')).toBe(`/allloan?agent=${id}&status=active`);
});
