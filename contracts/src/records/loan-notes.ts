import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { cursor, instant, namedRef, pageLimit, uuid } from '../values.ts';

const note = z.object({
  id: uuid,
  text: z.string(),
  writtenBy: namedRef,
  writtenAt: instant,
  /** Colleagues mentioned in the text as `@name`, who are notified. */
  mentions: z.array(namedRef),
  /** Set if its author struck the note. The text remains readable. */
  struck: z.object({ reason: z.string(), at: instant }).nullable(),
  isPinned: z.boolean(),
});
export type LoanNote = z.infer<typeof note>;

const loanParams = z.object({ loanId: uuid });

export const listLoanNotes = endpoint({
  key: 'GET /api/loans/:loanId/notes',
  summary: 'List notes of a loan in pages: the pinned one first, then the newest.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    notes: z.array(note),
    /** Total number of notes on all pages. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListLoanNotes = typeof listLoanNotes;

export const listLoanReaders = endpoint({
  key: 'GET /api/loans/:loanId/readers',
  summary: 'List people of the portfolio who can see the loan and can be mentioned in its notes.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({ people: z.array(namedRef.extend({ role: z.enum(roles) })) }),
  failures: ['not_found'],
});
export type ListLoanReaders = typeof listLoanReaders;

export const writeLoanNote = endpoint({
  key: 'POST /api/loans/:loanId/notes',
  summary: 'Write a note on a loan. A retry with the same id and content returns the first note.',
  access: 'write-note',
  params: loanParams,
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    text: z.string().max(4000),
    mentions: z.array(uuid).max(50).default([]),
  }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: [
    'not_found',
    'text_missing',
    'mentioned_cannot_see_loan',
    'id_reused_with_different_content',
  ],
});
export type WriteLoanNote = typeof writeLoanNote;

export const strikeLoanNote = endpoint({
  key: 'POST /api/notes/:noteId/strike',
  summary: 'Strike the caller’s own note with a reason. It stays readable.',
  access: 'write-note',
  params: z.object({ noteId: uuid }),
  body: z.object({ reason: z.string().max(500) }),
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'reason_missing', 'note_not_yours', 'note_already_struck'],
});
export type StrikeLoanNote = typeof strikeLoanNote;

export const pinLoanNote = endpoint({
  key: 'PUT /api/loans/:loanId/pinned-note',
  summary: 'Pin one note of a loan, or none.',
  access: 'write-note',
  params: loanParams,
  body: z.object({ noteId: uuid.nullable() }),
  answer: z.object({ noteId: uuid.nullable() }),
  failures: ['not_found', 'note_already_struck'],
});
export type PinLoanNote = typeof pinLoanNote;
