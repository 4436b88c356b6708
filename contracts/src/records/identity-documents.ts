import { z } from 'zod';
import { identityDocumentKinds, identityEndReasons } from '../choices.ts';
import { countries } from '../countries.ts';
import { endpoint } from '../endpoint.ts';
import type { Fact } from '../fact-kinds.ts';
import { day, instant, uuid } from '../values.ts';

/** The number is masked for the same roles as a national identity number. */
export const identityNumber = {
  kind: 'text',
  isCode: true,
  min: 5,
  max: 40,
  masked: { from: ['agent'], shows: 4 },
} as const satisfies Fact;

const written = {
  kind: z.enum(identityDocumentKinds),
  country: z.enum(countries),
  issuedOn: day.nullable(),
  expiresOn: day.nullable(),
};

/** An identity document is never edited: a wrong one is ended and another is added. */
export const identityDocument = z.object({
  ...written,
  id: uuid,
  /** Masked for the roles for which a national identity number is masked. */
  number: z.string(),
  addedBy: z.string(),
  addedAt: instant,
  /** The user who compared the details with the physical document, and when. */
  verified: z.object({ by: z.string(), at: instant }).nullable(),
  ended: z.object({ by: z.string(), at: instant, reason: z.enum(identityEndReasons) }).nullable(),
});
export type IdentityDocument = z.infer<typeof identityDocument>;

/** An identity document in the history of a borrower. */
export const identityDocumentEvent = z.object({
  did: z.enum(['added', 'verified', 'ended']),
  kind: z.enum(identityDocumentKinds),
  /** Masked for every reader. */
  number: z.string(),
});
export type IdentityDocumentEvent = z.infer<typeof identityDocumentEvent>;

export const addIdentityDocument = endpoint({
  key: 'POST /api/borrowers/:borrowerId/identity-documents',
  summary: 'Add an identity document to a borrower. Its number is unique in the portfolio.',
  access: 'manage-borrowers',
  params: z.object({ borrowerId: uuid }),
  body: z.object({
    ...written,
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    number: z.string().max(80),
  }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: [
    'not_found',
    'borrower_merged_away',
    'identity_number_not_valid',
    'issued_in_future',
    'range_upside_down',
    'id_reused_with_different_content',
    'identity_document_twice',
    'used_by_another_borrower',
  ],
});
export type AddIdentityDocument = typeof addIdentityDocument;

const documentParams = z.object({ borrowerId: uuid, identityDocumentId: uuid });
const done = z.object({
  /** True if the action was already done; the first user remains on record. */
  replayed: z.boolean(),
});

export const verifyIdentityDocument = endpoint({
  key: 'POST /api/borrowers/:borrowerId/identity-documents/:identityDocumentId/verification',
  summary: 'Mark an identity document as seen and its details as correct.',
  access: 'manage-borrowers',
  params: documentParams,
  answer: done,
  failures: ['not_found', 'borrower_merged_away', 'identity_document_ended'],
});
export type VerifyIdentityDocument = typeof verifyIdentityDocument;

export const endIdentityDocument = endpoint({
  key: 'POST /api/borrowers/:borrowerId/identity-documents/:identityDocumentId/end',
  summary: 'End an identity document with a reason. It stays on record unchanged.',
  access: 'manage-borrowers',
  params: documentParams,
  body: z.object({ reason: z.enum(identityEndReasons) }),
  answer: done,
  failures: ['not_found', 'borrower_merged_away', 'identity_document_ended'],
});
export type EndIdentityDocument = typeof endIdentityDocument;
