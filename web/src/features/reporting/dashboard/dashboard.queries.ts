import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Dashboard = AnswerOf<ReadDashboard>;
export type Book = Dashboard['books'][number];
/** The month to date, and the days of the previous month that it is compared with. */
export type Compared = Dashboard['compared'];
export type LatestPayment = Dashboard['latestPayments'][number];

export const dashboardQuery = queryOptions({
  queryKey: queryRoots.dashboard,
  queryFn: ({ signal }) => callApi<ReadDashboard>('GET /api/dashboard', { signal }),
});
