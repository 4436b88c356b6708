import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import type { ListDuePromises } from '@bursar/contracts/collections/due-promises';
import type { ReadTeamDesk } from '@bursar/contracts/collections/work-queue';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Desk = AnswerOf<ReadTeamDesk>;
export type DeskAgent = Desk['agents'][number];

export const deskQuery = queryOptions({
  queryKey: [...queryRoots.workQueue, 'desk'],
  queryFn: ({ signal }) => callApi<ReadTeamDesk>('GET /api/work/desk', { signal }),
  // Agents become idle without a change that the server could announce.
  refetchInterval: 60_000,
});

type PromiseFilters = Pick<InputOf<ListDuePromises>['query'], 'due' | 'agentId'>;

/**
 * The promises that match the filters. The first page has only a few rows, further pages have 25.
 */
export const duePromisesQuery = (filters: PromiseFilters) =>
  pagesByKey([...queryRoots.workQueue, 'due-promises', filters], (from, signal) =>
    callApi<ListDuePromises>('GET /api/work/due-promises', {
      query: { ...filters, ...(from.after !== undefined && { ...from, limit: 25 }) },
      signal,
    }),
  );

type ParkedFilters = Pick<InputOf<ListParkedLoans>['query'], 'state' | 'agentId'>;

/** Overdue loans that are not in a queue or whose promise waits for approval, in pages. */
export const parkedLoansQuery = (filters: ParkedFilters) =>
  pagesByKey([...queryRoots.workQueue, 'parked', filters], (from, signal) =>
    callApi<ListParkedLoans>('GET /api/work/parked', { query: { ...filters, ...from }, signal }),
  );

export type DuePromise = AnswerOf<ListDuePromises>['promises'][number];
