import type {
  BusinessCalendar,
  ListBusinessCalendars,
} from '@bursar/contracts/servicing/business-calendar';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

/** Days on which offices are closed; product and application previews move due dates off them. */
export const businessCalendarQuery = queryOptions({
  queryKey: [...queryRoots.products, 'business-calendar'],
  queryFn: ({ signal }) => callApi<ListBusinessCalendars>('GET /api/days-off', { signal }),
});

/** Returns the days off of one portfolio, or undefined until they are loaded. */
export function useBusinessCalendar(portfolioId: string | undefined): BusinessCalendar | undefined {
  return useQuery(businessCalendarQuery).data?.portfolios.find(({ id }) => id === portfolioId);
}
