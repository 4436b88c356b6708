import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { accountsAtOnceMax } from '../distribution/staff-limits.ts';
import { staffRow } from '../distribution/staff.ts';
import { uuid } from '../values.ts';

/** The treatment of a suspended person’s loans. */
const loansAfterwards = z.enum(['stay', 'take-back', 'move']);

export const suspendStaff = endpoint({
  key: 'POST /api/staff/:accountId/suspend',
  summary: 'Suspend an account. Ends its sessions and moves its loans as requested.',
  access: 'manage-staff',
  params: z.object({ accountId: uuid }),
  body: z.object({
    /** The id of the batch that moves the loans, created by the client. */
    id: uuid,
    loans: loansAfterwards,
    /** The agent who takes over; only with `move`. */
    toAgentId: uuid.optional(),
  }),
  /** The account is suspended at once, but moving many loans may wait for approval. */
  answer: staffRow.extend({ loansAwaitApproval: z.boolean() }),
  failures: ['not_found', 'last_admin', 'not_yourself', 'agent_not_found', 'agent_not_in_team'],
});
export type SuspendStaff = typeof suspendStaff;

export const previewSuspension = endpoint({
  key: 'POST /api/staff/suspension-preview',
  summary: 'Preview whether moving the loans of these accounts needs approval.',
  access: 'manage-staff',
  body: z.object({ accountIds: z.array(uuid).min(1).max(accountsAtOnceMax) }),
  answer: z.object({
    /** Number of these accounts’ loans that the caller may see. */
    loans: z.int(),
    /** Whether a second person must approve moving these loans. */
    needsApproval: z.boolean(),
  }),
  failures: [],
});
export type PreviewSuspension = typeof previewSuspension;

export const changeManyStaff = endpoint({
  key: 'POST /api/staff/change-many',
  summary:
    'Suspend, reinstate or invite several accounts. Lists each account that failed with its reason.',
  access: 'manage-staff',
  body: z.object({
    action: z.enum(['suspend', 'reinstate', 'invite']),
    /** Each account with the id of the batch that would move its loans, created by the client. */
    accounts: z
      .array(z.object({ accountId: uuid, batchId: uuid }))
      .min(1)
      .max(accountsAtOnceMax),
    loans: loansAfterwards.default('stay'),
    toAgentId: uuid.optional(),
  }),
  answer: z.object({
    done: z.int(),
    /** Suspended accounts whose loans wait for approval before they move. */
    loansAwaiting: z.int(),
    /** Refused accounts, each with the same fields as the answer to a refused call. */
    refused: z.array(
      z.object({
        accountId: uuid,
        error: z.string(),
        message: z.string(),
        details: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
  failures: [],
});
export type ChangeManyStaff = typeof changeManyStaff;
