import type { ListStaff, StaffRow } from '@bursar/contracts/distribution/staff';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { staffLists } from './staff-lists.ts';
import { StaffList } from './StaffList.tsx';
import { sampleAgent } from './testing/sample-agent.ts';

const account = (id: string, name: string): StaffRow => ({
  ...sampleAgent,
  id,
  name,
  email: `${id}@example.com`,
  currency: null,
});

/**
 * Draws a list of three agents, two on its first page. The second page fails until the returned
 * `recover` is called.
 */
async function drawList() {
  let [reads, isDown] = [0, true];
  const sums = { count: 3, activeLoans: 0, over30Loans: 0, amounts: [] };
  const first = { rows: [account('ada', 'Ada'), account('omar', 'Omar')], nextCursor: 'two', sums };
  const second = { rows: [account('zoe', 'Zoe')], nextCursor: null, sums };
  const sent = answerApi(signInAs({ role: 'user', permissions: ['manage-staff'] }), {
    ...answers<ListStaff>('GET /api/staff', second),
    get body() {
      reads += 1;
      if (reads === 1) return first;
      return isDown ? { error: 'internal_error', message: 'Down' } : second;
    },
    get status() {
      return reads > 1 && isDown ? 500 : 200;
    },
  });
  await drawFeature(
    <StaffList config={staffLists.agentsOfDesk} currency="USD" onIntent={() => undefined} />,
    { texts: ['staff', 'app'] },
  );
  await page.getByRole('checkbox', { name: 'Ada' }).click();
  await page.getByRole('button', { name: /^Select all 3/ }).click();
  const recover = () => {
    isDown = false;
  };
  return { sent, recover };
}

it('an export of all matching accounts includes those that are not loaded', async () => {
  const { sent } = await drawList();
  await page.getByRole('checkbox', { name: 'Omar' }).click();
  await page.getByRole('button', { name: 'Export selected rows' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect.poll(() => sent).toMatchObject([{ body: { exceptAccountIds: ['omar'] } }]);
  expect(sent[0]?.body).not.toHaveProperty('accountIds');
});

it('the actions on all matching accounts wait until all of them are loaded', async () => {
  const { recover } = await drawList();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect.element(bar.getByText('Some selected accounts were not loaded.')).toBeVisible();
  expect(bar.getByRole('button', { name: /Suspend/ }).elements()).toEqual([]);
  recover();
  await bar.getByRole('button', { name: 'Try again' }).click();
  await expect.element(bar.getByRole('button', { name: 'Suspend 3 accounts…' })).toBeVisible();
});
