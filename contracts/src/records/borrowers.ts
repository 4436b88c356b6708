import { borrowerKinds } from './borrower-sorts.ts';
import { z } from 'zod';
import {
  consentMeans,
  consentStates,
  contactKinds,
  contactLabels,
  loanRoles,
  retireReasons,
} from '../choices.ts';
import { contactChannels } from './closed-channels.ts';
import { endpoint } from '../endpoint.ts';
import { factsWith } from '../fact-kinds.ts';
import { shapeOf } from '../fact-shapes.ts';
import { borrowerFacts } from '../facts.ts';
import { borrowerDocument } from './documents.ts';
import { identityDocument, identityDocumentEvent } from './identity-documents.ts';
import { arrearsBucket, loanStatus } from '../servicing/loans.ts';
import { quietHoursNow } from '../access/quiet-hours.ts';
import { currency, day, instant, nameText, positiveOrZeroMinor, uuid, version } from '../values.ts';

/**
 * The fields of a contact that a client sends. The kind and value of a saved contact never change.
 */
const contactFacts = z.object({
  /** The client creates this id with the contact. */
  id: uuid,
  kind: z.enum(contactKinds),
  label: z.enum(contactLabels),
  value: z.string().max(300),
  /** At most one contact of each kind is preferred. If none is, the first one becomes preferred. */
  isPreferred: z.boolean(),
  /** Both days are included; null means no limit. */
  validFrom: day.nullable(),
  validTo: day.nullable(),
});

const borrowerContact = contactFacts.extend({
  /** True for the contact of its kind that screens show and dial. */
  isReached: z.boolean(),
  /** Null if it was imported with a tape. */
  addedBy: z.string().nullable(),
  addedAt: instant,
  retired: z.object({ by: z.string(), at: instant, reason: z.enum(retireReasons) }).nullable(),
});
export type BorrowerContact = z.infer<typeof borrowerContact>;

/** The borrower's latest consent to a channel. */
const consent = z.object({
  channel: z.enum(contactChannels),
  state: z.enum(consentStates),
  means: z.enum(consentMeans),
  recordedBy: z.string(),
  recordedAt: instant,
});
export type Consent = z.infer<typeof consent>;

/** A record that was merged into another one, and why. */
const merged = z.object({
  id: uuid,
  by: z.string(),
  at: instant,
  reason: z.string(),
});

const borrower = z.object({
  ...shapeOf(borrowerFacts),
  id: uuid,
  externalId: z.string().nullable(),
  currency,
  /**
   * Contacts grouped by kind. Within a kind, the contact that screens show comes first and retired
   * contacts come last.
   */
  contacts: z.array(borrowerContact),
  consents: z.array(consent),
  /** Documents that have not ended first, newest first; then ended ones. */
  identityDocuments: z.array(identityDocument),
  /** The portfolio's quiet hours, and whether it is quiet now. */
  quietHours: quietHoursNow,
  /** Only loans in the caller’s scope, including those on which the borrower is a further party. */
  loans: z.array(
    z.object({
      id: uuid,
      reference: z.string(),
      role: z.enum(loanRoles),
      status: loanStatus,
      currency,
      principalMinor: positiveOrZeroMinor,
      disbursedOn: day,
      outstandingMinor: positiveOrZeroMinor,
      /** The oldest unpaid due date; null if nothing is owed or the loan is not active. */
      nextDueOn: day.nullable(),
      daysPastDue: z.int(),
      bucket: arrearsBucket,
    }),
  ),
  /** The record that this one was merged into; `id` is that record's id. */
  mergedInto: merged.nullable(),
  /** Records that were merged into this one, unchanged, newest first. */
  former: z.array(
    merged.extend({ ...shapeOf(borrowerFacts), externalId: z.string().nullable(), currency }),
  ),
  version,
});
export type Borrower = z.infer<typeof borrower>;

const borrowerParams = z.object({ borrowerId: uuid });

export const readBorrower = endpoint({
  key: 'GET /api/borrowers/:borrowerId',
  summary: 'Get a borrower with contacts, consent and the loans in the caller’s scope.',
  access: 'read-loans',
  params: borrowerParams,
  answer: borrower,
  failures: ['not_found'],
});
export type ReadBorrower = typeof readBorrower;

/** The editable fields of a borrower. The other fields come only from tapes. */
export const editableBorrowerFacts = factsWith(borrowerFacts, 'editedWith');

/** The fields of a new borrower. The other fields are entered on the borrower's page. */
export const newBorrower = {
  /** The client creates this id and repeats it on every retry. */
  id: uuid,
  name: nameText.max(120),
  phone: z.string().max(50),
  email: z.string().max(200),
};

export const createBorrower = endpoint({
  key: 'POST /api/borrowers',
  summary: 'Create a borrower, a person or a company, with the first contacts.',
  access: 'create-borrowers',
  body: z.object({ ...newBorrower, kind: z.enum(borrowerKinds) }),
  answer: z.object({
    borrowerId: uuid,
    /** True if this id was sent before. */
    replayed: z.boolean(),
  }),
  failures: [
    'name_missing',
    'phone_not_valid',
    'email_not_valid',
    'id_reused_with_different_content',
  ],
});
export type CreateBorrower = typeof createBorrower;

export const changeBorrower = endpoint({
  key: 'PUT /api/borrowers/:borrowerId',
  summary: 'Update a borrower and the contacts. Fails if they changed since they were read.',
  access: 'manage-borrowers',
  params: borrowerParams,
  /**
   * A field that is left out does not change, so that an outdated page cannot clear a new field.
   */
  body: z
    .object(shapeOf(editableBorrowerFacts))
    .partial()
    .extend({
      /** All current contacts, including new ones and those to retire. */
      contacts: z.array(contactFacts.extend({ retire: z.enum(retireReasons).optional() })).max(30),
      version,
    }),
  answer: z.object({ version }),
  failures: [
    'not_found',
    'borrower_merged_away',
    'value_is_masked',
    'value_too_short',
    'phone_not_valid',
    'email_not_valid',
    'address_missing',
    'range_upside_down',
    'preferred_twice',
    'contact_twice',
    'contact_is_on_record',
    'used_by_another_borrower',
    'changed_since',
  ],
});
export type ChangeBorrower = typeof changeBorrower;
export type ContactChange = z.infer<typeof changeBorrower.body>['contacts'][number];

export const recordConsent = endpoint({
  key: 'POST /api/borrowers/:borrowerId/consents',
  summary: 'Record that a borrower gave or withdrew consent to a contact channel.',
  access: 'manage-borrowers',
  params: borrowerParams,
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    channel: z.enum(contactChannels),
    state: z.enum(consentStates),
    means: z.enum(consentMeans),
  }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: ['not_found', 'borrower_merged_away', 'id_reused_with_different_content'],
});
export type RecordConsent = typeof recordConsent;

export const listBorrowerHistory = endpoint({
  key: 'GET /api/borrowers/:borrowerId/history',
  summary:
    'List changes to a borrower and the identity documents, consents and merges, newest first.',
  access: 'read-loans',
  params: borrowerParams,
  answer: z.object({
    events: z.array(
      z.object({
        id: uuid,
        at: instant,
        by: z.string(),
        /** Names of the changed fields; empty unless the event is a change of the record. */
        changed: z.array(z.string()),
        consent: consent.pick({ channel: true, state: true, means: true }).nullable(),
        /** The record that was merged into this one. */
        merge: z.object({ name: z.string(), reason: z.string() }).nullable(),
        identityDocument: identityDocumentEvent.nullable(),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListBorrowerHistory = typeof listBorrowerHistory;

export const listBorrowerDocuments = endpoint({
  key: 'GET /api/borrowers/:borrowerId/documents',
  summary:
    'List documents of a borrower’s loans in the caller’s scope, newest first, including withdrawn ones.',
  access: 'read-loans',
  params: borrowerParams,
  answer: z.object({ documents: z.array(borrowerDocument) }),
  failures: ['not_found'],
});
export type ListBorrowerDocuments = typeof listBorrowerDocuments;
