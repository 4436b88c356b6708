import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, month, uuid } from '../values.ts';

const monthParams = z.object({ month });

/** A positive amount to collect, in minor units; null means no target. */
const targetMinor = z.int().min(1).nullable();

const monthTargets = z.object({
  month,
  currency,
  agents: z.array(
    z.object({
      agentId: uuid,
      name: z.string(),
      team: z.string().nullable(),
      /** A target holds from its month until a later month has another one. */
      targetMinor,
    }),
  ),
});

export const listCollectionTargets = endpoint({
  key: 'GET /api/work/collection-targets/:month',
  summary: 'List the amounts that the caller’s agents have to collect in a month.',
  access: 'follow-work',
  params: monthParams,
  answer: monthTargets,
  failures: ['not_found'],
});
export type ListCollectionTargets = typeof listCollectionTargets;

export const setCollectionTargets = endpoint({
  key: 'PUT /api/work/collection-targets/:month',
  summary: 'Set the amounts that agents have to collect from a month on. Null removes a target.',
  access: 'set-collection-targets',
  params: monthParams,
  body: z.object({
    targets: z
      .array(z.object({ agentId: uuid, targetMinor }))
      .min(1)
      .max(500),
  }),
  answer: monthTargets,
  failures: ['not_found', 'month_passed'],
});
export type SetCollectionTargets = typeof setCollectionTargets;
