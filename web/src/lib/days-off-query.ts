import type { DaysOff, ListDaysOff } from '@bursar/contracts/servicing/days-off';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './api-client.ts';
import { queryRoots } from './query-roots.ts';

/** On which days offices are closed; examples of products and applications move their due dates off them. */
export const daysOffQuery = queryOptions({
  queryKey: [...queryRoots.products, 'days-off'],
  queryFn: ({ signal }) => callApi<ListDaysOff>('GET /api/days-off', { signal }),
});

/** Those of one portfolio, once they are there. */
export function useDaysOff(portfolioId: string | undefined): DaysOff | undefined {
  return useQuery(daysOffQuery).data?.portfolios.find(({ id }) => id === portfolioId);
}
