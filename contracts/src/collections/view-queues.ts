import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { loanFilter } from '../servicing/loan-lists.ts';
import { loanSorts } from '../servicing/loan-sorts.ts';
import { nameText, uuid } from '../values.ts';

const viewQueue = z.object({
  id: uuid,
  name: z.string(),
  /** The team whose agents see the queue; null for all agents of the portfolio. */
  team: z.string().nullable(),
  /** The order of the loans; null for the most urgent first. */
  sort: z.enum(loanSorts).nullable(),
  direction: z.enum(['asc', 'desc']),
  createdBy: z.string(),
  /** False for a desk if the portfolio's manager made the queue. */
  mayRemove: z.boolean(),
});
export type ViewQueue = z.infer<typeof viewQueue>;

export const listViewQueues = endpoint({
  key: 'GET /api/work/view-queues',
  summary: 'List the queues from views that the caller’s agents can work, by name.',
  access: 'set-view-queues',
  answer: z.object({ queues: z.array(viewQueue) }),
  failures: ['not_found'],
});
export type ListViewQueues = typeof listViewQueues;

export const createViewQueue = endpoint({
  key: 'POST /api/work/view-queues',
  summary: 'Offer a view of the loan list to the caller’s agents as a queue, in a chosen order.',
  access: 'set-view-queues',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    name: nameText.max(60),
    filter: loanFilter,
    sort: viewQueue.shape.sort,
    direction: viewQueue.shape.direction,
  }),
  answer: viewQueue,
  failures: ['not_found', 'name_missing', 'name_already_used', 'id_reused_with_different_content'],
});
export type CreateViewQueue = typeof createViewQueue;

export const removeViewQueue = endpoint({
  key: 'POST /api/work/view-queues/:queueId/remove',
  summary: 'Remove a queue from a view. Agents who work it continue in their own queue.',
  access: 'set-view-queues',
  params: z.object({ queueId: uuid }),
  answer: z.object({ removed: z.literal(true) }),
  failures: ['not_found'],
});
export type RemoveViewQueue = typeof removeViewQueue;
