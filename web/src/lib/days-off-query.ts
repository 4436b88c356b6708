import type { DaysOff, ListDaysOff } from '@bursar/contracts/servicing/days-off';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './api-client.ts';
import { queryRoots } from './query-roots.ts';

/** Days on which offices are closed; product and application previews move due dates off them. */
export const daysOffQuery = queryOptions({
  queryKey: [...queryRoots.products, 'days-off'],
  queryFn: ({ signal }) => callApi<ListDaysOff>('GET /api/days-off', { signal }),
});

/** Returns the days off of one portfolio, or undefined until they are loaded. */
export function useDaysOff(portfolioId: string | undefined): DaysOff | undefined {
  return useQuery(daysOffQuery).data?.portfolios.find(({ id }) => id === portfolioId);
}
