import { z } from 'zod';
import { contactDirections, contactOutcomes, partyRoles } from '../choices.ts';
import { contactChannels } from '../records/closed-channels.ts';
import { endpoint } from '../endpoint.ts';
import { newPromise, paymentPromise, promiseFailures } from '../servicing/promises.ts';
import { cursor, instant, pageLimit, uuid } from '../values.ts';

export const contact = z.object({
  id: uuid,
  channel: z.enum(contactChannels),
  direction: z.enum(contactDirections),
  outcome: z.enum(contactOutcomes),
  note: z.string(),
  /** The party contacted, if it was not the first borrower. */
  party: z.object({ id: uuid, name: z.string().nullable(), role: z.enum(partyRoles) }).nullable(),
  contactedAt: instant,
  loggedBy: z.string(),
  loggedAt: instant,
  /** The time that was agreed for the next call. */
  tryAgainAt: instant.nullable(),
  /** The promise made in this contact. */
  promise: paymentPromise.nullable(),
});
export type ContactAttempt = z.infer<typeof contact>;

const loanParams = z.object({ loanId: uuid });

export const listContactAttempts = endpoint({
  key: 'GET /api/loans/:loanId/contacts',
  summary: 'List contact attempts of a loan, newest first, in pages.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    contactAttempts: z.array(contact),
    /** Total number on all pages. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListContactAttempts = typeof listContactAttempts;

export const logContact = endpoint({
  key: 'POST /api/loans/:loanId/contacts',
  summary: 'Log a contact attempt, with the promise that was made in it.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({
    /** The client creates this id when its form opens and repeats it on every retry. */
    id: uuid,
    channel: z.enum(contactChannels),
    direction: z.enum(contactDirections).default('outgoing'),
    outcome: z.enum(contactOutcomes),
    note: z.string().max(2000).default(''),
    /** An active party of the loan. The default is the first borrower. */
    partyId: uuid.optional(),
    /** Absent if the contact is logged as it happens; the server's clock then sets the time. */
    contactedAt: instant.optional(),
    /**
     * Seconds that the entry waited for a connection, by the client's clock; only without
     * `contactedAt`.
     */
    secondsAgo: z.int().min(0).max(604_800).default(0),
    /**
     * The time agreed for the next call. The loan leaves the queue and returns at the top at that
     * time. Null ends the time agreed before; without a value that time holds, unless it has come.
     */
    tryAgainAt: instant.nullable().optional(),
    /** Required if the outcome is `promised`, otherwise not allowed. */
    promise: newPromise.optional(),
  }),
  answer: z.object({ contact, replayed: z.boolean() }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'party_not_on_loan',
    'contacted_in_future',
    'promise_missing',
    'promise_not_expected',
    'try_again_passed',
    'day_too_far',
    'try_again_in_quiet_hours',
    'consent_withdrawn',
    'quiet_hours',
    ...promiseFailures,
  ],
});
export type LogContact = typeof logContact;
