import type { ListColleagues } from '@bursar/contracts/distribution/colleagues';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/**
 * All people of the user's portfolio, including the user, except suspended ones; for an
 * administrator, the administrators.
 */
export const colleaguesQuery = queryOptions({
  queryKey: queryRoots.colleagues,
  queryFn: ({ signal }) => callApi<ListColleagues>('GET /api/colleagues', { signal }),
  staleTime: 5 * 60_000,
});
