import type { Search } from '@bursar/contracts/reporting/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** Returns the query for loans in the scope of the user, found by reference or borrower. */
export const foundLoansQuery = (q: string) =>
  queryOptions({
    queryKey: [...queryRoots.search, 'loans', q],
    queryFn: ({ signal }) => callApi<Search>('GET /api/search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
