import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { Role } from '@bursar/contracts/roles';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { draw } from '../../../ui/testing/draw.tsx';
import { AccountPage } from './AccountPage.tsx';
import { staffListQuery } from './staff.queries.ts';
import { sampleAgent } from './testing/sample-agent.ts';

const account: StaffRow = {
  ...sampleAgent,
  role: 'admin',
  currency: null,
  loans: 0,
  activeLoans: 0,
  outstandingMinor: 0,
};
const { id } = account;

describe('while an account loads, its page', () => {
  beforeEach(() => {
    // An offline query waits.
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
  });

  it('reserves space for three figures, the work and the form', async () => {
    expect(await drawAs('user')).toEqual({ figures: 3, isSplit: true });
  });

  it('reserves none for a form that the reader may not see', async () => {
    expect(await drawAs('agent')).toEqual({ figures: 3, isSplit: false });
  });

  it('reserves none for the figures and the work of an administrator that a list has shown', async () => {
    expect(await drawAs('admin', account)).toEqual({ figures: 0, isSplit: false });
  });
});

async function drawAs(reader: Role, listed?: StaffRow) {
  signInAs({ role: reader, permissions: [] });
  const queryClient = new QueryClient();
  if (listed) {
    const { queryKey } = staffListQuery({ sort: 'name', direction: 'asc' });
    const sums = { count: 1, activeLoans: 0, over30Loans: 0, amounts: [] };
    queryClient.setQueryData(queryKey, {
      pages: [{ rows: [listed], sums, nextCursor: null }],
      pageParams: [null],
    });
  }
  await draw(
    <QueryClientProvider client={queryClient}>
      <AccountPage accountId={id} back={null}>
        <p>Loans</p>
      </AccountPage>
    </QueryClientProvider>,
    'en',
    ['staff', 'app'],
  );
  await expect.element(page.getByRole('heading')).toBeVisible();
  return {
    figures: document.querySelectorAll('dt').length,
    isSplit: document.querySelector('[data-narrow]') !== null,
  };
}
