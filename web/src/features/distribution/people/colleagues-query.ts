import type { ListColleagues } from '@bursar/contracts/distribution/colleagues';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/**
 * People of the user's portfolio who can sign in; for an administrator, the other administrators.
 */
export const colleaguesQuery = queryOptions({
  queryKey: queryRoots.colleagues,
  queryFn: ({ signal }) => callApi<ListColleagues>('GET /api/colleagues', { signal }),
  staleTime: 5 * 60_000,
});
