import { calendarDayKinds } from '@bursar/contracts/choices';
import {
  DAYS_OF_CALENDAR,
  changeCalendarEvent,
  createCalendarEvent,
  exportCalendar,
  listCalendarDays,
  listCalendarEvents,
  listLoansOfDay,
  removeCalendarEvent,
  type EventInputs,
} from '@bursar/contracts/office/calendar';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { calendarEvents, columnsOf, listEvents, listLoansOf, sumDays } from './calendar.store.ts';
import { writeIcal } from './write-ical.ts';

export function bindCalendarRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listCalendarEvents, async ({ query, session: { scope } }) => {
    const wrong = wrongRange(query);
    return wrong ?? succeed({ events: await listEvents(database, scope, query) });
  });

  bindEndpoint(platform, exportCalendar, async ({ session: { scope }, reply }) => {
    reply.header('content-disposition', 'attachment; filename="calendar.ics"');
    return succeed(writeIcal(await listEvents(database, scope, null), clock.now()));
  });

  bindEndpoint(platform, createCalendarEvent, async ({ body: { id, ...event }, context }) =>
    isUpsideDown(event)
      ? refuse('range_upside_down', { field: 'when' })
      : createRecord(database, calendarEvents, { id, columns: columnsOf(event), context }),
  );

  bindEndpoint(
    platform,
    changeCalendarEvent,
    async ({ params, body: { version, ...event }, context }) =>
      isUpsideDown(event)
        ? refuse('range_upside_down', { field: 'when' })
        : changeRecord(database, calendarEvents, {
            id: params.eventId,
            version,
            columns: columnsOf(event),
            context,
          }),
  );

  bindEndpoint(platform, removeCalendarEvent, ({ params, context }) =>
    removeRecord(database, calendarEvents, { id: params.eventId, context }),
  );

  bindEndpoint(platform, listCalendarDays, async ({ query, session: { scope } }) => {
    const wrong = wrongRange(query);
    if (wrong) return wrong;
    const sums = calendarDayKinds.map((kind) => sumDays(database, scope, { ...query, kind }));
    return succeed({ days: (await Promise.all(sums)).flat() });
  });

  bindEndpoint(platform, listLoansOfDay, async ({ params: { day }, query, session: { scope } }) =>
    succeed(await listLoansOf(database, scope, { ...query, day })),
  );
}

function wrongRange({ from, to }: { from: string; to: string }) {
  if (from > to) return refuse('range_upside_down', { field: 'to' });
  const periods = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  if (periods <= DAYS_OF_CALENDAR) return null;
  return refuse('range_too_long', { field: 'to', details: { periods, limit: DAYS_OF_CALENDAR } });
}

function isUpsideDown({ when }: EventInputs): boolean {
  return 'startsAt' in when
    ? Date.parse(when.startsAt) > Date.parse(when.endsAt)
    : when.firstDay > when.lastDay;
}
