import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeOfDay, uuid } from '../values.ts';

/**
 * Hours in which borrowers of a portfolio are not contacted, in its time zone. Equal times mean
 * that there are no quiet hours.
 */
export const quietHours = z.object({ from: timeOfDay, until: timeOfDay, timeZone: z.string() });
export type QuietHours = z.infer<typeof quietHours>;

/** Quiet hours, and whether they apply now by the server's clock. */
export const quietHoursNow = quietHours.extend({
  isQuiet: z.boolean(),
  /** Minutes until `isQuiet` changes; meaningless if there are no quiet hours. */
  minutesLeft: z.int(),
});
export type QuietHoursNow = z.infer<typeof quietHoursNow>;

export const listQuietHours = endpoint({
  key: 'GET /api/quiet-hours',
  summary: 'List the quiet hours of each portfolio in the caller’s scope.',
  access: 'signed-in',
  answer: z.object({
    portfolios: z.array(quietHours.extend({ id: uuid, name: z.string() })),
  }),
  failures: [],
});
export type ListQuietHours = typeof listQuietHours;

export const changeQuietHours = endpoint({
  key: 'PUT /api/quiet-hours/:portfolioId',
  summary: 'Set the quiet hours of a portfolio. Takes effect at once.',
  access: 'change-quiet-hours',
  params: z.object({ portfolioId: uuid }),
  body: quietHours.pick({ from: true, until: true }),
  answer: quietHours,
  failures: ['not_found'],
});
export type ChangeQuietHours = typeof changeQuietHours;
