import type {
  ChangeWeeklyDaysOff,
  Holiday,
  RemoveHoliday,
  SetHoliday,
} from '@bursar/contracts/servicing/business-calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export function useChangeWeeklyDaysOff(portfolioId: string) {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (weekdays: number[]) =>
      callApi<ChangeWeeklyDaysOff>('PUT /api/days-off/:portfolioId/weekdays', {
        params: { portfolioId },
        body: { weekdays },
      }),
    onSettled: useBusinessCalendarChanged(),
  });
}

export function useSetHoliday(portfolioId: string) {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({ day, name }: Holiday) =>
      callApi<SetHoliday>('PUT /api/days-off/:portfolioId/holidays/:day', {
        params: { portfolioId, day },
        body: { name },
      }),
    onSettled: useBusinessCalendarChanged(),
  });
}

export function useRemoveHoliday(portfolioId: string) {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (day: string) =>
      callApi<RemoveHoliday>('POST /api/days-off/:portfolioId/holidays/:day/remove', {
        params: { portfolioId, day },
      }),
    onSettled: useBusinessCalendarChanged(),
  });
}

/**
 * Returns a function that refetches the business calendar, which is cached among the products, and
 * the applications, whose cost previews depend on days off.
 */
function useBusinessCalendarChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryRoots.products, queryRoots.applications].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
