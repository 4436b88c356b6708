import { z } from 'zod';
import { isShared, recordAnswer, recordFacts, titleText } from '../app-records.ts';
import { calendarDayKinds, tagColours } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, currency, day, instant, pageLimit, uuid, version } from '../values.ts';

/** An event takes whole days, or lasts from one instant to another. */
const when = z.union([
  z.object({ firstDay: day, lastDay: day }),
  z.object({ startsAt: instant, endsAt: instant }),
]);
export type EventTime = z.infer<typeof when>;

const eventInputs = z.object({
  title: titleText,
  place: z.string().max(200),
  details: z.string().max(4000),
  colour: z.enum(tagColours),
  isShared,
  when,
});
export type EventInputs = z.infer<typeof eventInputs>;

const calendarEvent = eventInputs.extend(recordFacts);
export type CalendarEvent = z.infer<typeof calendarEvent>;

/** Maximum days per call. The month view and the agenda need six weeks. */
export const DAYS_OF_CALENDAR = 62;
const range = z.object({ from: day, to: day });

export const listCalendarEvents = endpoint({
  key: 'GET /api/calendar-events',
  summary:
    'List the caller’s own and shared events of a period, and of the adjacent days for other time zones.',
  access: 'signed-in',
  query: range,
  answer: z.object({ events: z.array(calendarEvent) }),
  failures: ['range_upside_down', 'range_too_long'],
});
export type ListCalendarEvents = typeof listCalendarEvents;

export const exportCalendar = endpoint({
  key: 'GET /api/calendar-events.ics',
  summary:
    'Export the caller’s own and shared events, at most the latest 5,000, as an iCalendar file (RFC 5545).',
  access: 'signed-in',
  answerType: 'text/calendar',
  answer: z.string(),
  failures: [],
});
export type ExportCalendar = typeof exportCalendar;

const eventFailures = ['range_upside_down'] as const;

export const createCalendarEvent = endpoint({
  key: 'POST /api/calendar-events',
  summary: 'Create a calendar event.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: eventInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: [...eventFailures, 'id_reused_with_different_content'],
});
export type CreateCalendarEvent = typeof createCalendarEvent;

const eventParams = z.object({ eventId: uuid });

export const changeCalendarEvent = endpoint({
  key: 'PUT /api/calendar-events/:eventId',
  summary: 'Update or move an event. Fails if it changed since it was read.',
  access: 'signed-in',
  params: eventParams,
  body: eventInputs.extend({ version }),
  answer: recordAnswer,
  failures: [...eventFailures, 'not_found', 'changed_since', 'only_maker_may'],
});
export type ChangeCalendarEvent = typeof changeCalendarEvent;

export const removeCalendarEvent = endpoint({
  key: 'POST /api/calendar-events/:eventId/remove',
  summary: 'Delete a calendar event.',
  access: 'signed-in',
  params: eventParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveCalendarEvent = typeof removeCalendarEvent;

export const listCalendarDays = endpoint({
  key: 'GET /api/calendar-days',
  summary:
    'List, by day, how many loans in scope have an instalment or a promise due, with the amounts.',
  access: 'read-loans',
  query: range,
  answer: z.object({
    days: z.array(
      z.object({
        day,
        kind: z.enum(calendarDayKinds),
        currency,
        loans: z.int(),
        amountMinor: z.int(),
      }),
    ),
  }),
  failures: ['range_upside_down', 'range_too_long'],
});
export type ListCalendarDays = typeof listCalendarDays;

export const listLoansOfDay = endpoint({
  key: 'GET /api/calendar-days/:day/loans',
  summary: 'List the loans behind a figure of a calendar day by reference, in pages.',
  access: 'read-loans',
  params: z.object({ day }),
  query: z.object({
    kind: z.enum(calendarDayKinds).default('due'),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        loanId: uuid,
        reference: z.string(),
        borrower: z.string(),
        currency,
        amountMinor: z.int(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListLoansOfDay = typeof listLoansOfDay;
