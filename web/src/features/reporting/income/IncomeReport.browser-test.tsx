import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { IncomeReport } from './IncomeReport.tsx';
import { daysShown, incomeViewFromSearch } from './income-range.ts';

const role = 'agent';
const calendar = { businessDate: '2026-03-01', fiscalYearMonth: 1 };

it('an agent’s earnings of an earlier range load under the name of the current month', async () => {
  signInAs({ role, permissions: ['read-income'] });
  const view = incomeViewFromSearch(new URLSearchParams('range=last-month'));
  await drawFeature(
    <IncomeReport
      income={undefined}
      days={daysShown(view, calendar)}
      businessDate={calendar.businessDate}
      view={view}
      role={role}
      isStale={false}
    />,
    { texts: ['income'] },
  );
  await expect.element(page.getByText(/^Commission, Mar\S*\s2026$/)).toBeVisible();
  await expect.element(page.getByText(/^Income, Mar\S*\s2026$/)).toBeVisible();
});
