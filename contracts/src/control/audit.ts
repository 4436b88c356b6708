import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursor, day, instant, namedRef, pageLimit, uuid } from '../values.ts';

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const auditEvent = z.object({
  id: uuid,
  at: instant,
  /** A verb and a noun, as in the command: `post-payment`. */
  event: z.string(),
  actor: namedRef.nullable(),
  portfolio: namedRef.nullable(),
  subject: z.string(),
  subjectId: uuid,
  /** The subject's name: a loan’s reference, an account’s name; null if it has none. */
  subjectName: z.string().nullable(),
  before: facts.nullable(),
  after: facts.nullable(),
  requestId: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const auditFilter = z.object({
  actorId: uuid.optional(),
  event: z.string().max(60).optional(),
  subjectId: uuid.optional(),
  /** A loan’s reference, such as `L-000123`. */
  loan: z.string().max(20).optional(),
  from: day.optional(),
  to: day.optional(),
});

export const listAudit = endpoint({
  key: 'GET /api/audit',
  summary: 'List audit events with the values before and after, newest first.',
  access: 'read-audit',
  query: auditFilter.extend({
    /** Restricts to one loan: its own events, and those of its batches, requests and tape. */
    loanId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(auditEvent),
    nextCursor: cursor.nullable(),
    /** Names of all events in the caller's scope, for the filter. */
    events: z.array(z.string()),
  }),
  failures: [],
});
export type ListAudit = typeof listAudit;

export const exportAudit = endpoint({
  key: 'GET /api/audit/export.csv',
  summary: 'Export the audit events that match a filter as CSV.',
  access: 'read-audit',
  query: auditFilter,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportAudit = typeof exportAudit;

export const verifyAudit = endpoint({
  key: 'POST /api/audit/verify',
  summary: 'Verify the chain of digests of the audit trail and report where it breaks.',
  access: 'read-audit',
  answer: z.object({
    checked: z.int(),
    intact: z.boolean(),
    /** The first broken place in the chain of seals; null if the chain is intact. */
    brokenAt: z
      .object({
        number: z.int(),
        eventId: uuid.nullable(),
        reason: z.enum(['event-changed', 'event-missing', 'seal-missing', 'event-never-sealed']),
      })
      .nullable(),
  }),
  failures: ['not_found'],
});
export type VerifyAudit = typeof verifyAudit;
