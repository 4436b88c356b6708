import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { loanStatus } from './loans.ts';
import { currency, day, instant, positiveOrZeroMinor, uuid } from '../values.ts';

const loanParams = z.object({ loanId: uuid });

/** The loan after a write-off or its undo was booked or requested. */
const answer = z.object({
  /**
   * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second person.
   */
  outcome: z.enum(['done', 'awaiting-approval']),
  loanStatus,
  outstandingMinor: positiveOrZeroMinor,
  writtenOffPrincipalMinor: positiveOrZeroMinor,
  /** True if this id was sent before; this call then changed nothing. */
  replayed: z.boolean(),
});

const beyondPrincipal = z.object({
  interestMinor: positiveOrZeroMinor,
  feeMinor: positiveOrZeroMinor,
  penaltyMinor: positiveOrZeroMinor,
});

export const previewWriteOff = endpoint({
  key: 'GET /api/loans/:loanId/write-off-preview',
  summary: 'Preview the loss and the remaining amounts of a write-off. Changes nothing.',
  access: 'write-off-loan',
  params: loanParams,
  answer: z.object({
    currency,
    /** Whether a second person must approve the write-off first. */
    needsApproval: z.boolean(),
    /** The loss in the books, where only principal is receivable. */
    principalMinor: positiveOrZeroMinor,
    /** The unpaid amounts due by today. They were never income, so writing them off is no loss. */
    unpaid: beyondPrincipal,
    /** Income from the payments so far, which remains. */
    received: beyondPrincipal,
  }),
  failures: ['not_found', 'loan_event_refused'],
});
export type PreviewWriteOff = typeof previewWriteOff;

export const writeOffLoan = endpoint({
  key: 'POST /api/loans/:loanId/write-off',
  summary: 'Write off a loan. Later payments are recoveries.',
  access: 'write-off-loan',
  params: loanParams,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    reason: z.string().max(500),
    /** The loss that the user saw. If the loan owes another amount now, nothing is written off. */
    principalMinor: positiveOrZeroMinor,
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_event_refused',
    'loss_changed_since',
    'request_already_waiting',
  ],
});
export type WriteOffLoan = typeof writeOffLoan;

export const previewUndoWriteOff = endpoint({
  key: 'GET /api/loans/:loanId/undo-write-off-preview',
  summary: 'Preview the undo of a write-off. Changes nothing.',
  access: 'undo-write-off',
  params: loanParams,
  answer: z.object({
    currency,
    needsApproval: z.boolean(),
    /** Principal that would be receivable again. */
    principalMinor: positiveOrZeroMinor,
    /** The late-payment penalties of closed days that are charged together with the undo. */
    penaltyMinor: positiveOrZeroMinor,
    /** The unpaid amount due before today, including `penaltyMinor`. */
    arrearsMinor: positiveOrZeroMinor,
    oldestUnpaidDueOn: day.nullable(),
  }),
  failures: ['not_found', 'loan_event_refused', 'write_off_has_recoveries'],
});
export type PreviewUndoWriteOff = typeof previewUndoWriteOff;

export const undoWriteOff = endpoint({
  key: 'POST /api/loans/:loanId/undo-write-off',
  summary:
    'Undo a write-off by the opposite event. The loan is active with its earlier instalments.',
  access: 'undo-write-off',
  params: loanParams,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    reason: z.string().max(500),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_event_refused',
    'write_off_has_recoveries',
    'request_already_waiting',
  ],
});
export type UndoWriteOff = typeof undoWriteOff;

export const listWriteOffs = endpoint({
  key: 'GET /api/loans/:loanId/write-offs',
  summary: 'List write-offs of a loan and their undos, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    currency,
    writeOffs: z.array(
      z.object({
        id: uuid,
        event: z.enum(['write-off-loan', 'undo-write-off']),
        valueDate: day,
        principalMinor: positiveOrZeroMinor,
        /** Null for a loss that was imported with a tape. */
        reason: z.string().nullable(),
        madeBy: z.string(),
        madeAt: instant,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListWriteOffs = typeof listWriteOffs;
