import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tapeFields } from './tape-fields.ts';
import { amountMinor, cursor, day, pageLimit, uuid } from '../values.ts';

/**
 * Results of comparing a row of a newer tape with the books; `missing` is a loan that is no longer
 * on the tape.
 */
export const comparedKinds = ['changed', 'new', 'same', 'missing'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** The comparison of a newer tape with the same lender's loans in the books. */
export const tapeComparison = z.object({
  changed: z.int(),
  new: z.int(),
  same: z.int(),
  missing: z.int(),
  /** Number of payments that the tape shows beyond the books, and their total amount. */
  payments: z.int(),
  paidMinor: amountMinor,
});

/** A loan of a newer tape next to the same loan in the books. */
const comparedLoan = z.object({
  kind: z.enum(comparedKinds),
  /** Null for a loan that is not on the tape. */
  row: z.int().nullable(),
  externalId: z.string(),
  /** Null for a loan that is new. */
  loanId: uuid.nullable(),
  reference: z.string().nullable(),
  /**
   * Facts that the tape changes, with the booked value and the tape's value. A phone number or
   * email address is added to those on record.
   */
  changes: z.array(
    z.object({ field: z.enum(tapeFields), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  payment: z
    .object({
      amountMinor,
      principalMinor: amountMinor,
      interestMinor: amountMinor,
      penaltyMinor: amountMinor,
      valueDate: day,
      /**
       * The total change in the interest and penalties of instalments. With this change, the
       * instalments match the amounts that the tape shows as paid.
       */
      chargedMoreMinor: amountMinor,
    })
    .nullable(),
});
export type ComparedLoan = z.infer<typeof comparedLoan>;

export const listComparedLoans = endpoint({
  key: 'GET /api/imports/:importId/comparison',
  summary: 'List each loan of a newer tape with the same loan in the ledger, by row.',
  access: 'import-tape',
  params: z.object({ importId: uuid }),
  query: z.object({
    kind: z.enum(comparedKinds).default('changed'),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ loans: z.array(comparedLoan), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListComparedLoans = typeof listComparedLoans;
