import { z } from 'zod';
import { contactDirections, contactOutcomes, partyRoles } from '../choices.ts';
import { contactChannels } from '../records/closed-channels.ts';
import { CONTACT_SECONDS_AGO_MAX } from './contact-log.values.ts';
import { disputeReasons, pauseCauses } from './contact-outcomes.ts';
import { endpoint } from '../endpoint.ts';
import { newPromise, paymentPromise, promiseFailures } from '../servicing/promises.ts';
import { newPayment, paymentFailures } from '../servicing/payments.ts';
import { cursor, day, instant, pageLimit, uuid } from '../values.ts';

export const contact = z.object({
  id: uuid,
  channel: z.enum(contactChannels),
  direction: z.enum(contactDirections),
  outcome: z.enum(contactOutcomes),
  /** Why the borrower disputes the loan; null for other outcomes and in older entries. */
  disputeReason: z.enum(disputeReasons).nullable(),
  note: z.string(),
  /** The party contacted, if it was not the first borrower. */
  party: z.object({ id: uuid, name: z.string().nullable(), role: z.enum(partyRoles) }).nullable(),
  contactedAt: instant,
  loggedBy: z.string(),
  loggedAt: instant,
  /** The time that was agreed for the next call. */
  tryAgainAt: instant.nullable(),
  /** The contact about several loans that this entry belongs to; null if it was about one loan. */
  callId: uuid.nullable(),
  /** The payment that was posted with this contact. */
  paymentId: uuid.nullable(),
  /** The promise made in this contact. */
  promise: paymentPromise.nullable(),
});
export type ContactAttempt = z.infer<typeof contact>;

/** An entry of the contact log: a contact attempt, or a letter or message that was sent. */
const contactLogEntry = contact.extend({
  /**
   * `sent` means a letter or message; with the entry's id, the client can read its text as sent.
   */
  outcome: z.enum([...contactOutcomes, 'sent']),
});
export type ContactLogEntry = z.infer<typeof contactLogEntry>;

const loanParams = z.object({ loanId: uuid });

export const listContactAttempts = endpoint({
  key: 'GET /api/loans/:loanId/contacts',
  summary: 'List contact attempts and sent messages of a loan, newest first, in pages.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    contactAttempts: z.array(contactLogEntry),
    /** Total number on all pages. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListContactAttempts = typeof listContactAttempts;

/** A planned next action on a loan. */
export const newNextAction = z.object({
  /** Must not be blank; surrounding spaces are removed. */
  what: z.string().max(200).regex(/\S/),
  dueOn: day,
  remindAt: instant.nullable(),
});

/** Maximum number of a borrower's loans for which one contact can be logged. */
const CALL_LOANS_MAX = 20;

/**
 * Another loan of the same borrower that the contact was about. The loan gets a separate log entry
 * with the same time, channel, note and agreed call.
 */
const otherLoan = z.object({
  loanId: uuid,
  /**
   * The outcome for this loan. It must be the same on all loans of the contact, but if the borrower
   * was reached, loans that the outcome is not about can have `answered`.
   */
  outcome: z.enum(contactOutcomes),
  disputeReason: z.enum(disputeReasons).optional(),
  /** The ids of the promise and the payment are derived from the contact's id. */
  promise: newPromise.omit({ id: true }).optional(),
  payment: newPayment.omit({ id: true }).optional(),
});

export const logContact = endpoint({
  key: 'POST /api/loans/:loanId/contacts',
  summary:
    'Log a contact attempt, on several loans of the borrower if it was about them, with its promises, payments and next action: all of it or nothing.',
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
    /** Absent if the contact is logged as it happens; the server then uses its own clock. */
    contactedAt: instant.optional(),
    /**
     * Seconds that the entry waited for a network connection, by the client's clock; only without
     * `contactedAt`.
     */
    secondsAgo: z.int().min(0).max(CONTACT_SECONDS_AGO_MAX).default(0),
    /**
     * The time agreed for the next call. The loan leaves the queue and returns to its top at that
     * time. Null cancels the time agreed before; if absent, that time still applies, unless it has
     * passed.
     */
    tryAgainAt: instant.nullable().optional(),
    /** Required if the outcome is `disputed`, otherwise not allowed. */
    disputeReason: z.enum(disputeReasons).optional(),
    /**
     * The number that was used, if the outcome is `wrong-number`. The number is retired as wrong
     * and is no longer offered.
     */
    wrongPhone: z.string().max(300).optional(),
    /** Required if the outcome is `promised`, otherwise not allowed. */
    promise: newPromise.optional(),
    /** A payment made during the contact; requires the permission to post payments. */
    payment: newPayment.optional(),
    /** Replaces the planned next action of the loan. */
    nextAction: newNextAction.optional(),
    /** The other loans that the contact was about. Only if the first borrower was contacted. */
    otherLoans: z
      .array(otherLoan)
      .max(CALL_LOANS_MAX - 1)
      .default([]),
  }),
  answer: z.object({ contact, replayed: z.boolean() }),
  // Payments and promises share some refusals.
  failures: [
    ...new Set([
      'not_found',
      'id_reused_with_different_content',
      'party_not_on_loan',
      'loans_of_different_borrowers',
      'outcomes_contradict',
      'split_loan_twice',
      'contacted_in_future',
      'promise_missing',
      'promise_not_expected',
      'dispute_reason_missing',
      'dispute_reason_not_expected',
      'wrong_phone_not_expected',
      'phone_not_of_borrower',
      'try_again_missing',
      'try_again_passed',
      'day_too_far',
      'try_again_in_quiet_hours',
      'consent_withdrawn',
      'quiet_hours',
      'permission_missing',
      ...paymentFailures,
      'request_already_decided',
      ...promiseFailures,
      'day_passed',
      'reminder_passed',
    ] as const),
  ],
});
export type LogContact = typeof logContact;

/** A pause of contact about a loan: the loan is out of the queue until a person resolves it. */
export const contactPause = z.object({
  /** The contact that paused the loan; its id identifies the pause. */
  contactId: uuid,
  cause: z.enum(pauseCauses),
  disputeReason: z.enum(disputeReasons).nullable(),
  note: z.string(),
  loggedBy: z.string(),
  pausedAt: instant,
});
export type ContactPause = z.infer<typeof contactPause>;

export const resolveContactPause = endpoint({
  key: 'PUT /api/loans/:loanId/contact-pauses/:contactId/resolution',
  summary: 'Resolve a dispute or another pause, so that the loan returns to the work queue.',
  access: 'resolve-disputes',
  params: z.object({ loanId: uuid, contactId: uuid }),
  body: z.object({
    /** The way in which the pause was resolved; not blank. */
    note: z.string().max(2000).regex(/\S/),
  }),
  answer: z.object({ replayed: z.boolean() }),
  failures: ['not_found', 'pause_already_resolved'],
});
export type ResolveContactPause = typeof resolveContactPause;

export const listContactPauses = endpoint({
  key: 'GET /api/work/contact-pauses',
  summary: 'List loans whose contact is paused, oldest pause first.',
  access: 'follow-work',
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(8) }),
  answer: z.object({
    /** Total number on all pages. */
    count: z.int(),
    pauses: z.array(
      contactPause.extend({
        loanId: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        agent: z.string().nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListContactPauses = typeof listContactPauses;
