import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ParkedLoans } from './ParkedLoans.tsx';

const loan = {
  id: '0198-loan',
  reference: 'L-000007',
  borrower: 'Ada Byron',
  agent: 'Amina Rao',
  daysPastDue: 14,
  outstandingMinor: 120_000,
  currency: 'USD',
  state: 'promised' as const,
  returnsOn: '2026-06-20',
  returnsAt: null,
};

it('lists the loans that are not in a queue, with the reason and the day of return', async () => {
  answerApi(
    answers<ListParkedLoans>('GET /api/work/parked', {
      counts: [
        { state: 'unassigned', loans: 3 },
        { state: 'promised', loans: 1 },
      ],
      loans: [
        loan,
        {
          ...loan,
          id: '2',
          reference: 'L-000008',
          state: 'unassigned',
          agent: null,
          returnsOn: null,
        },
      ],
      nextCursor: null,
    }),
  );
  await drawFeature(<ParkedLoans />, { texts: ['work-queue'] });
  await expect.element(page.getByRole('link', { name: 'L-000007' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'L-000008' })).toBeVisible();
  const text = document.body.textContent;
  expect(text).toMatch(/Promised · 20\sJun/);
  expect(text).toContain('No agent');
  await page.getByRole('button', { name: 'Reason All reasons (4)' }).click();
  await page.getByRole('menuitem', { name: /^Promised/ }).click();
  await expect.element(page.getByRole('button', { name: 'Reason Promised' })).toBeVisible();
});
