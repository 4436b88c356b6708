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
  /** Whom it was with, where that was not the loan’s first borrower. */
  party: z.object({ id: uuid, name: z.string().nullable(), role: z.enum(partyRoles) }).nullable(),
  contactedAt: instant,
  loggedBy: z.string(),
  loggedAt: instant,
  /** The promise that was given in it. */
  promise: paymentPromise.nullable(),
});
export type Contact = z.infer<typeof contact>;

const loanParams = z.object({ loanId: uuid });

export const listContacts = endpoint({
  key: 'GET /api/loans/:loanId/contacts',
  summary: 'Contacts with the borrower about one loan, newest first, page by page.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    contacts: z.array(contact),
    /** How many there are on all pages. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListContacts = typeof listContacts;

export const logContact = endpoint({
  key: 'POST /api/loans/:loanId/contacts',
  summary: 'Log a contact, together with the promise that was given in it.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({
    /** Made by the client when its form opens and kept on every retry. */
    id: uuid,
    channel: z.enum(contactChannels),
    direction: z.enum(contactDirections).default('outgoing'),
    outcome: z.enum(contactOutcomes),
    note: z.string().max(2000).default(''),
    /** A party that stands on the loan; without it, the contact is with the first borrower. */
    partyId: uuid.optional(),
    /** Absent where it is logged as it happens: then the server's clock says when. */
    contactedAt: instant.optional(),
    /** Without `contactedAt`: how long it has waited for a connection, by the client's clock. */
    secondsAgo: z.int().min(0).max(604_800).default(0),
    /** After a try that reached nobody: until then the loan stays out of the queue. */
    tryAgainAt: instant.optional(),
    /** Given exactly where the outcome is `promised`. */
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
    'try_again_not_expected',
    'try_again_passed',
    'consent_withdrawn',
    'quiet_hours',
    ...promiseFailures,
  ],
});
export type LogContact = typeof logContact;
