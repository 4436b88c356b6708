import type { BorrowerRow, ListBorrowers } from '@bursar/contracts/records/borrower-lists';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BorrowerList } from './BorrowerList.tsx';

const row = (id: string, name: string): BorrowerRow => ({
  id,
  name,
  externalId: null,
  kind: 'person',
  phone: null,
  email: null,
  region: null,
  employmentTitle: null,
  employmentYears: null,
  homeOwnership: null,
  annualIncomeMinor: null,
  currency: 'USD',
  loans: 1,
  activeLoans: 1,
  outstandingMinor: 80_000,
  daysPastDue: 0,
  createdAt: '2026-03-01T09:00:00Z',
});

it('borrowers are no longer selected once another filter applies', async () => {
  answerApi(
    signInAs({ role: 'team', permissions: ['read-loans', 'export-loans'] }),
    answers<ListBorrowers>('GET /api/borrowers', {
      rows: [row('0198-ada', 'Ada Fares'), row('0198-omar', 'Omar Haddad')],
      nextCursor: null,
      sums: { count: 2, loans: 2, amounts: [{ currency: 'USD', outstandingMinor: 160_000 }] },
    }),
  );
  await drawFeature(<BorrowerList />, { texts: ['borrowers'] });
  await page.getByRole('checkbox', { name: 'Ada Fares' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('searchbox').fill('Omar');
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument();
});
