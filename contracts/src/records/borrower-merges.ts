import { z } from 'zod';
import { borrowerKinds, duplicateIn } from './borrower-sorts.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../fact-kinds.ts';
import { borrowerFacts } from '../facts.ts';
import { nameText, uuid, version } from '../values.ts';

/** The kinds of match between the search terms and a borrower on record. */
export const alikeIn = ['number', 'phone', 'email', 'name'] as const;

const alikeBorrower = z.object({
  id: uuid,
  name: z.string().nullable(),
  externalId: z.string().nullable(),
  kind: z.enum(borrowerKinds),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  matches: z.array(z.enum(alikeIn)),
});
export type AlikeBorrower = z.infer<typeof alikeBorrower>;

export const listAlikeBorrowers = endpoint({
  key: 'GET /api/alike-borrowers',
  summary:
    'Find existing borrowers by the parts of a name in any order, digits of a phone, the start of an email, or a complete document number.',
  access: 'read-loans',
  query: z.object({
    name: nameText.max(200).optional(),
    phone: z.string().max(50).optional(),
    email: z.string().max(200).optional(),
    /** An external id, or a national identity, company register or identity document number. */
    number: z.string().max(100).optional(),
    exceptBorrowerId: uuid.optional(),
  }),
  answer: z.object({ borrowers: z.array(alikeBorrower) }),
  failures: [],
});
export type ListAlikeBorrowers = typeof listAlikeBorrowers;

const borrowerParams = z.object({ borrowerId: uuid });

export const readHoldings = endpoint({
  key: 'GET /api/borrowers/:borrowerId/holdings',
  summary: 'Count the records of a borrower that a merge would move.',
  access: 'merge-borrowers',
  params: borrowerParams,
  answer: z.object({
    /** Number of loans on which the borrower is the first borrower. */
    loans: z.int(),
    /**
     * Number of times that the borrower was added to another person's loan as a co-borrower or
     * guarantor.
     */
    parties: z.int(),
    applications: z.int(),
    documents: z.int(),
    contacts: z.int(),
    consents: z.int(),
    identityDocuments: z.int(),
    patients: z.int(),
  }),
  failures: ['not_found'],
});
export type ReadHoldings = typeof readHoldings;

/** Fields in which two records may differ. The merged record has one of the two values. */
export const mergedFacts = [...keysOf(borrowerFacts), 'externalId'] as const;
export type MergedFact = (typeof mergedFacts)[number];

export const mergeBorrowers = endpoint({
  key: 'POST /api/borrowers/:borrowerId/merges',
  summary:
    'Merge another borrower into this one with all its records. Fails if either changed since it was read; a merge is final.',
  access: 'merge-borrowers',
  params: borrowerParams,
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    mergedBorrowerId: uuid,
    /** Fields for which the other record’s value is used. */
    taken: z.array(z.enum(mergedFacts)).max(mergedFacts.length),
    version,
    mergedVersion: version,
    reason: z.string().max(500),
  }),
  answer: z.object({ borrowerId: uuid, version, replayed: z.boolean() }),
  failures: [
    'not_found',
    'borrower_merges_with_itself',
    'reason_missing',
    'id_reused_with_different_content',
    'borrower_merged_away',
    'borrower_has_loans_elsewhere',
    'changed_since',
  ],
});
export type MergeBorrowers = typeof mergeBorrowers;

const duplicate = alikeBorrower.pick({ id: true, name: true, externalId: true });

export const listDuplicates = endpoint({
  key: 'GET /api/borrower-duplicates',
  summary:
    'List pairs of borrowers that are probably the same, by phone, email, or name and region; most alike first.',
  access: 'merge-borrowers',
  answer: z.object({
    /** At most 100 pairs, those with the most kinds of match first; `kept` is the older record. */
    pairs: z.array(
      z.object({ kept: duplicate, other: duplicate, matches: z.array(z.enum(duplicateIn)) }),
    ),
    count: z.int(),
    counts: z.object({ phone: z.int(), email: z.int(), nameAndRegion: z.int() }),
  }),
  failures: [],
});
export type ListDuplicates = typeof listDuplicates;
