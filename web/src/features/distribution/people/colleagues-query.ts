import type { ListColleagues } from '@bursar/contracts/distribution/colleagues';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** Colleagues that the user can share records with or assign them to. */
export const colleaguesQuery = queryOptions({
  queryKey: queryRoots.colleagues,
  queryFn: ({ signal }) => callApi<ListColleagues>('GET /api/colleagues', { signal }),
  staleTime: 5 * 60_000,
});
