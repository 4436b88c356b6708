import type { ReadStaff, StaffRow } from '@bursar/contracts/distribution/staff';
import type { ListLoans } from '@bursar/contracts/servicing/loan-lists';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../lib/testing/answer-api.ts';
import { signInAs } from '../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { LoansOfAgent } from './HolderRecord.tsx';

const id = '01980000-0000-7000-8000-000000000001';

const agent: StaffRow = {
  id,
  name: 'Sana Haddad',
  email: 'sana@bursar.example',
  phone: null,
  role: 'agent',
  status: 'active',
  portfolio: null,
  team: null,
  language: 'en',
  timeZone: null,
  photoChangedAt: null,
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  currency: 'USD',
  loans: 7,
  activeLoans: 5,
  outstandingMinor: 100_000,
  over30Loans: 0,
  hasSecondFactor: false,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
};

const none = {
  rows: [],
  nextCursor: null,
  sums: { count: 0, amounts: [] },
  businessDate: '2026-03-01',
};

it('the page of an agent without overdue loans links to the queue and to the active loans', async () => {
  answerApi(
    signInAs({ role: 'user', permissions: ['read-staff'] }),
    answers<ReadStaff>('GET /api/staff/:accountId', agent),
    answers<ListLoans>('GET /api/loans', none),
  );
  await drawFeature(<LoansOfAgent id={id} />, { texts: ['staff', 'work-queue'] });
  await expect.element(page.getByText('No loan is overdue.')).toBeVisible();
  const linkTo = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
  expect(linkTo('Today’s queue')).toBe(`/edit-agent/${id}?queue=today`);
  expect(linkTo('All active loans')).toBe(`/allloan?agent=${id}&status=active`);
});
