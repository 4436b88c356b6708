import type { ListAssignmentTargets } from '@bursar/contracts/distribution/assignments';
import type { ReadStaff, StaffRow } from '@bursar/contracts/distribution/staff';
import type { ListTags } from '@bursar/contracts/distribution/tags';
import type { ListProductsOfLoans } from '@bursar/contracts/servicing/loan-lists';
import { Navigate, useSearchParams } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sampleAgent } from '../../features/distribution/staff/testing/sample-agent.ts';
import { loanFilterOf, loanLists } from '../../features/servicing/loans/loan-lists.ts';
import { useLoanFilters } from '../../features/servicing/loans/use-loan-filters.ts';
import { answerApi, answers, type StubbedAnswer } from '../../lib/testing/answer-api.ts';
import { signInAs } from '../../lib/testing/sign-in-as.ts';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { defaultTableState, useListAddress } from '../../ui/table/table-state.ts';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { useHolderOptions } from './use-holder-options.ts';

const idOf = (last: number) => `01980000-0000-7000-8000-00000000000${last}`;
const [suspended, active, removedTag, idleProduct] = [idOf(1), idOf(2), idOf(3), idOf(4)];

const account: StaffRow = { ...sampleAgent, id: suspended, status: 'suspended' };

function Filters() {
  const filters = useLoanFilters(loanLists.userAll, useHolderOptions(true));
  const { values, setValues } = useListAddress(filters, defaultTableState);
  return (
    <>
      <FilterBar filters={filters} values={values} onChange={setValues} />
      <output aria-label="Request">{JSON.stringify(loanFilterOf('all', values))}</output>
    </>
  );
}

/** Opens the list at an address. */
function FiltersAt({ search }: { readonly search: string }) {
  const [current] = useSearchParams();
  return current.size === 0 ? <Navigate to={search} /> : <Filters />;
}

async function drawFilters(search: string, ...stubbed: readonly StubbedAnswer[]) {
  const session = signInAs({ role: 'user', permissions: ['assign-loans', 'read-staff'] });
  answerApi(
    session,
    answers<ListAssignmentTargets>('GET /api/assignment-targets', {
      currency: 'USD',
      teams: [],
      agents: [{ id: active, name: 'Omar Said', teamId: null, loans: 3, outstandingMinor: 1 }],
      asOf: '2026-03-01T00:00:00Z',
    }),
    answers<ListTags>('GET /api/tags', { tags: [] }),
    answers<ListProductsOfLoans>('GET /api/loans/products', { products: [] }),
    ...stubbed,
  );
  await drawFeature(<FiltersAt search={search} />, { texts: ['loans', 'facts'] });
}

const request = () => page.getByLabelText('Request');

it('the loans of a suspended agent stay filtered once the agents are loaded', async () => {
  await drawFilters(
    `?agent=${suspended}`,
    answers<ReadStaff>('GET /api/staff/:accountId', account),
  );
  await expect.element(page.getByRole('button', { name: 'Agent Sana Haddad' })).toBeVisible();
  await expect.element(request()).toHaveTextContent(`"agentId":"${suspended}"`);
});

it('a removed tag, an idle product and an unknown agent stay filters of a saved view', async () => {
  await drawFilters(`?agent=${suspended}&tags=${removedTag}&products=${idleProduct}`);
  await expect.element(page.getByRole('button', { name: 'Tags Removed tag' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Product Other product' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Agent Other agent' })).toBeVisible();
  await expect.element(request()).toHaveTextContent(`"agentId":"${suspended}"`);
  await expect.element(request()).toHaveTextContent(`"tagIds":"${removedTag}"`);
  await expect.element(request()).toHaveTextContent(`"productIds":"${idleProduct}"`);
});
