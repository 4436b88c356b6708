import type { Search } from '@bursar/contracts/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

const typedAtLeast = 2;

/** Loans and agents that what is typed may mean; what was found before stays while it looks again. */
export function searchQuery(typed: string) {
  const q = typed.trim();
  return queryOptions({
    queryKey: [...queryRoots.search, q],
    queryFn: ({ signal }) => callApi<Search>('GET /api/search', { query: { q }, signal }),
    enabled: q.length >= typedAtLeast,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
