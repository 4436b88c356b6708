import { z } from 'zod';
import { WEEKLY_DAYS_OFF_MAX } from './business-calendar.values.ts';
import { endpoint } from '../endpoint.ts';
import { day, nameText, uuid } from '../values.ts';

const NAME_MAX = 80;

const weekday = z.int().min(1).max(7);

const holiday = z.object({ day, name: z.string() });
export type Holiday = z.infer<typeof holiday>;

/**
 * The days on which an office is closed. Each product's rule decides whether due dates move off
 * these days.
 */
export const businessCalendar = z.object({
  /** The weekly days off; 1 is Monday. */
  weekdays: z.array(weekday),
  /** The holidays, ordered by day. */
  holidays: z.array(holiday),
});
export type BusinessCalendar = z.infer<typeof businessCalendar>;

export const listBusinessCalendars = endpoint({
  key: 'GET /api/days-off',
  summary: 'List the days off of each portfolio in the caller’s scope.',
  access: 'signed-in',
  answer: z.object({
    portfolios: z.array(businessCalendar.extend({ id: uuid, name: z.string(), businessDate: day })),
  }),
  failures: [],
});
export type ListBusinessCalendars = typeof listBusinessCalendars;

const portfolioParams = z.object({ portfolioId: uuid });

export const changeWeeklyDaysOff = endpoint({
  key: 'PUT /api/days-off/:portfolioId/weekdays',
  summary: 'Set the weekly days off of a portfolio. Existing schedules do not change.',
  access: 'change-days-off',
  params: portfolioParams,
  body: z.object({ weekdays: z.array(weekday).max(WEEKLY_DAYS_OFF_MAX) }),
  answer: businessCalendar.pick({ weekdays: true }),
  failures: ['not_found'],
});
export type ChangeWeeklyDaysOff = typeof changeWeeklyDaysOff;

const holidayParams = portfolioParams.extend({ day });

export const setHoliday = endpoint({
  key: 'PUT /api/days-off/:portfolioId/holidays/:day',
  summary: 'Create or rename a holiday of a portfolio. Existing schedules do not change.',
  access: 'change-days-off',
  params: holidayParams,
  body: z.object({ name: nameText.max(NAME_MAX) }),
  answer: holiday,
  failures: ['name_missing', 'not_found', 'too_many_holidays'],
});
export type SetHoliday = typeof setHoliday;

export const removeHoliday = endpoint({
  key: 'POST /api/days-off/:portfolioId/holidays/:day/remove',
  summary: 'Delete a holiday. Succeeds if the day is no holiday.',
  access: 'change-days-off',
  params: holidayParams,
  answer: z.object({ day }),
  failures: ['not_found'],
});
export type RemoveHoliday = typeof removeHoliday;
