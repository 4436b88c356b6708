import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, namedRef, uuid } from '../values.ts';

export const absenceCover = z.object({
  id: uuid,
  agent: namedRef,
  standIns: z.array(z.object({ id: uuid, name: z.string(), loans: z.int() })),
  fromOn: day,
  untilOn: day,
  reason: z.string(),
  /** `planned` before the first day, `running` while the stand-ins hold the loans. */
  state: z.enum(['planned', 'running', 'ended']),
});
export type AbsenceCover = z.infer<typeof absenceCover>;

export const listAbsenceCovers = endpoint({
  key: 'GET /api/handovers',
  summary: 'List current and planned absence covers.',
  access: 'assign-loans',
  answer: z.object({ absenceCovers: z.array(absenceCover) }),
  failures: [],
});
export type ListAbsenceCovers = typeof listAbsenceCovers;

export const previewAbsenceCover = endpoint({
  key: 'GET /api/staff/:accountId/handover-preview',
  summary: 'Preview how many active loans and borrowers an absence cover would move.',
  access: 'assign-loans',
  params: z.object({ accountId: uuid }),
  answer: z.object({ loans: z.int(), borrowers: z.int() }),
  failures: ['agent_not_found'],
});
export type PreviewAbsenceCover = typeof previewAbsenceCover;

export const createAbsenceCover = endpoint({
  key: 'POST /api/handovers',
  summary: 'Assign an agent’s active loans to others in the team for a period.',
  access: 'assign-loans',
  body: z.object({
    /** The client creates this id when its form opens and repeats it on every retry. */
    id: uuid,
    agentId: uuid,
    standInIds: z.array(uuid).min(1).max(20),
    fromOn: day,
    untilOn: day,
    /** Whether all active loans of one borrower go to the same stand-in. */
    borrowersTogether: z.boolean().default(true),
    reason: z.string().max(500).default(''),
  }),
  answer: z.object({
    /**
     * `awaiting-approval`: nothing is planned yet; a request with this id waits for a second
     * person.
     */
    outcome: z.enum(['made', 'awaiting-approval']),
    /** Null while the absence cover waits for approval. */
    absenceCover: absenceCover.nullable(),
    replayed: z.boolean(),
  }),
  failures: [
    'id_reused_with_different_content',
    'request_already_decided',
    'agent_not_found',
    'agent_not_in_team',
    'stand_in_not_in_team',
    'day_passed',
    'range_upside_down',
    'day_too_far',
    'queue_already_handed_over',
    'request_already_waiting',
  ],
});
export type CreateAbsenceCover = typeof createAbsenceCover;

export const endAbsenceCover = endpoint({
  key: 'POST /api/handovers/:handoverId/end',
  summary: 'End an absence cover. Loans that nobody reassigned return to their agent.',
  access: 'assign-loans',
  params: z.object({ handoverId: uuid }),
  answer: z.object({ absenceCover, returned: z.int() }),
  failures: ['not_found', 'handover_already_ended'],
});
export type EndAbsenceCover = typeof endAbsenceCover;
