import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

const maintenance = z.object({
  /** When maintenance began, during which only administrators can work; null if there is none. */
  since: instant.nullable(),
});

export const readMaintenance = endpoint({
  key: 'GET /api/maintenance',
  summary: 'Get whether maintenance is on.',
  access: 'close-for-maintenance',
  answer: maintenance,
  failures: [],
});
export type ReadMaintenance = typeof readMaintenance;

export const setMaintenance = endpoint({
  key: 'PUT /api/maintenance',
  summary: 'Start or end maintenance. During maintenance only administrators can work.',
  access: 'close-for-maintenance',
  body: z.object({ isOn: z.boolean() }),
  answer: maintenance,
  failures: ['not_found'],
});
export type SetMaintenance = typeof setMaintenance;
