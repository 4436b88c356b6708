import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeOfDay, uuid } from '../values.ts';

/** A portfolio's working hours in its time zone. The desk shows who starts late or is idle. */
const workingHours = z.object({
  /** Agents without an action by this time start late. */
  startsBy: timeOfDay,
  endsAt: timeOfDay,
  timeZone: z.string(),
});
export type WorkingHours = z.infer<typeof workingHours>;

export const listWorkingHours = endpoint({
  key: 'GET /api/working-hours',
  summary: 'List the working hours of each portfolio in the caller’s scope.',
  access: 'signed-in',
  answer: z.object({
    portfolios: z.array(workingHours.extend({ id: uuid, name: z.string() })),
  }),
  failures: [],
});
export type ListWorkingHours = typeof listWorkingHours;

export const changeWorkingHours = endpoint({
  key: 'PUT /api/working-hours/:portfolioId',
  summary: 'Set the working hours of a portfolio. Takes effect at once.',
  access: 'change-working-hours',
  params: z.object({ portfolioId: uuid }),
  body: workingHours.pick({ startsBy: true, endsAt: true }),
  answer: workingHours,
  failures: ['not_found', 'working_hours_upside_down'],
});
export type ChangeWorkingHours = typeof changeWorkingHours;
