import type { CalendarDayKind } from '@bursar/contracts/choices';
import type {
  CalendarEvent,
  ChangeCalendarEvent,
  CreateCalendarEvent,
  EventInputs,
  ListCalendarDays,
  ListCalendarEvents,
  ListLoansOfDay,
  RemoveCalendarEvent,
} from '@bursar/contracts/office/calendar';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type Days = { readonly from: string; readonly to: string };
type EventList = AnswerOf<ListCalendarEvents>;

const eventsKey = [...queryRoots.calendar, 'events'];

export const eventsQuery = (days: Days) =>
  queryOptions({
    queryKey: [...eventsKey, days],
    queryFn: ({ signal }) =>
      callApi<ListCalendarEvents>('GET /api/calendar-events', { query: days, signal }),
    placeholderData: keepPreviousData,
  });

/** Keyed under the loans, so that due dates and promises refetch when loans change. */
export const daysQuery = (days: Days) =>
  queryOptions({
    queryKey: [...queryRoots.loans, 'calendar', days],
    queryFn: ({ signal }) =>
      callApi<ListCalendarDays>('GET /api/calendar-days', { query: days, signal }),
    placeholderData: keepPreviousData,
  });

export const loansOfDayQuery = (day: string, kind: CalendarDayKind) =>
  pagesByKey([...queryRoots.loans, 'calendar', day, kind], (from, signal) =>
    callApi<ListLoansOfDay>('GET /api/calendar-days/:day/loans', {
      params: { day },
      query: { kind, ...from },
      signal,
    }),
  );

/** A day's total of one kind in one currency. */
export type DaySum = AnswerOf<ListCalendarDays>['days'][number];

/**
 * The form's request. A null `version` creates the event; otherwise it is the version to change.
 */
export type SavedEvent = EventInputs & { readonly id: string; readonly version: number | null };

export function useSaveEvent() {
  const eventsChanged = useEventsChanged();
  return useMutation({
    mutationFn: ({ id, version, ...event }: SavedEvent) =>
      version === null
        ? callApi<CreateCalendarEvent>('POST /api/calendar-events', { body: { ...event, id } })
        : callApi<ChangeCalendarEvent>('PUT /api/calendar-events/:eventId', {
            params: { eventId: id },
            body: { ...event, version },
          }),
    onSettled: eventsChanged,
  });
}

/** Moves an event at once and reverts it if the server refuses. */
export function useMoveEvent() {
  const queryClient = useQueryClient();
  const eventsChanged = useEventsChanged();
  return useMutation({
    mutationFn: ({ id, version, title, place, details, colour, isShared, when }: CalendarEvent) =>
      callApi<ChangeCalendarEvent>('PUT /api/calendar-events/:eventId', {
        params: { eventId: id },
        body: { version, title, place, details, colour, isShared, when },
      }),
    onMutate: async (moved) => {
      await queryClient.cancelQueries({ queryKey: eventsKey });
      queryClient.setQueriesData<EventList>({ queryKey: eventsKey }, (list) => {
        const others = list?.events.map((event) => (event.id === moved.id ? moved : event));
        return others && { events: others };
      });
    },
    onSettled: eventsChanged,
  });
}

export function useRemoveEvent() {
  const eventsChanged = useEventsChanged();
  return useMutation({
    mutationFn: (eventId: string) =>
      callApi<RemoveCalendarEvent>('POST /api/calendar-events/:eventId/remove', {
        params: { eventId },
      }),
    onSettled: eventsChanged,
  });
}

function useEventsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: eventsKey });
}
