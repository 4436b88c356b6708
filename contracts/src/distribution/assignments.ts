import { z } from 'zod';
import { spreadRules } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { loanFilter } from '../servicing/loan-lists.ts';
import { amountMinor, currency, cursor, instant, namedRef, pageLimit, uuid } from '../values.ts';

/** The loans of a bulk action: listed by id, or all that match a filter. */
export const loanSelection = z.object({
  loanIds: z.array(uuid).min(1).max(10_000).optional(),
  filter: loanFilter.optional(),
  /** Loans that the user excluded from all matches; only with `filter`. */
  exceptLoanIds: z.array(uuid).max(10_000).optional(),
  /**
   * The number of matches that the user saw; only with `filter`. If the number has changed, the
   * call is refused.
   */
  expectedCount: z.int().min(0).optional(),
});
export type LoanSelection = z.infer<typeof loanSelection>;

const spreadRule = z.enum(spreadRules);
export type SpreadRule = z.infer<typeof spreadRule>;

/**
 * The new holder: a team (only the portfolio’s manager sets it), or an agent. For `take-back`, it
 * is the desk's own team, or none if the manager takes the loans back.
 */
export const assignmentTarget = z.object({
  kind: z.enum(['team', 'agent', 'take-back']),
  /** The id of the team or agent; absent for `take-back`. */
  id: uuid.optional(),
  /** Several teams or agents that share the loans, instead of one id; not for `take-back`. */
  spread: z
    .object({ ids: z.array(uuid).min(2).max(100).meta({ uniqueItems: true }), by: spreadRule })
    .optional(),
});
export type AssignmentTarget = z.infer<typeof assignmentTarget>;

/**
 * Whether all loans of one borrower go to one holder. If so, a borrower's other loans in the
 * caller’s scope move too. A take-back moves only the selected loans.
 */
const borrowersTogether = z.boolean().default(true);

export const previewAssignment = endpoint({
  key: 'POST /api/assignments/preview',
  summary:
    'Preview the number and outstanding of the loans that an assignment would move, by holder.',
  access: 'assign-loans',
  body: z.object({ selection: loanSelection, target: assignmentTarget, borrowersTogether }),
  answer: z.object({
    count: z.int(),
    outstandingMinor: amountMinor,
    currency,
    /** Loans that the target already holds; they do not change. */
    alreadyThere: z.int(),
    /** Number of selected loans, as `expectedCount` counts them. */
    picked: z.int(),
    /** Number of borrowers whose loans would move. */
    borrowers: z.int(),
    /** Loans that would move only because their borrower has a selected loan. */
    alongCount: z.int(),
    /** Whether a second person must approve the assignment first. */
    needsApproval: z.boolean(),
    /**
     * A fingerprint of the current holders. The assignment sends it back, so that the server
     * detects changes since the preview.
     */
    seen: z.string(),
    /**
     * Loans and amounts that each target holds now and would hold afterwards; empty if the loans
     * become unassigned.
     */
    targets: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        receives: z.int(),
        loansBefore: z.int(),
        loansAfter: z.int(),
        outstandingBeforeMinor: amountMinor,
        outstandingAfterMinor: amountMinor,
      }),
    ),
  }),
  failures: ['nothing_selected', 'team_not_found', 'agent_not_found', 'agent_not_in_team'],
});
export type PreviewAssignment = typeof previewAssignment;

export const assignLoans = endpoint({
  key: 'POST /api/assignments',
  summary: 'Assign loans to a team or an agent, or unassign them, as one batch.',
  access: 'assign-loans',
  body: z.object({
    /** The batch’s id, which the client creates and repeats on every retry. */
    id: uuid,
    selection: loanSelection,
    target: assignmentTarget,
    borrowersTogether,
    reason: z.string().max(500).default(''),
    /**
     * The `seen` value of the last preview or refusal. If loans moved since, the call is refused
     * and names them.
     */
    seen: z.string().max(100).optional(),
  }),
  answer: z.object({
    /**
     * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second
     * person.
     */
    outcome: z.enum(['assigned', 'awaiting-approval']),
    batchId: uuid,
    count: z.int(),
    outstandingMinor: amountMinor,
    currency,
    replayed: z.boolean(),
  }),
  failures: [
    'team_not_found',
    'agent_not_found',
    'agent_not_in_team',
    'nothing_selected',
    'id_reused_with_different_content',
    'request_already_decided',
    'loans_taken_meanwhile',
    'loans_moved_meanwhile',
    'selection_changed',
    'request_already_waiting',
  ],
});
export type AssignLoans = typeof assignLoans;

export const undoAssignment = endpoint({
  key: 'POST /api/assignments/:batchId/undo',
  summary:
    'Undo a batch if none of its loans were reassigned since. The account that made it needs no approval on the same day.',
  access: 'assign-loans',
  params: z.object({ batchId: uuid }),
  body: z.object({ id: uuid }),
  answer: z.object({
    /**
     * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second
     * person.
     */
    outcome: z.enum(['undone', 'awaiting-approval']),
    batchId: uuid,
    count: z.int(),
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'batch_already_undone',
    'loans_moved_since',
    'former_holder_is_gone',
    'id_reused_with_different_content',
    'request_already_decided',
    'request_already_waiting',
  ],
});
export type UndoAssignment = typeof undoAssignment;

export const listAssignmentTargets = endpoint({
  key: 'GET /api/assignment-targets',
  summary: 'List teams or agents to whom the caller can assign loans, with the loans they hold.',
  access: 'assign-loans',
  answer: z.object({
    currency,
    teams: z.array(
      z.object({ id: uuid, name: z.string(), loans: z.int(), outstandingMinor: amountMinor }),
    ),
    agents: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        teamId: uuid.nullable(),
        loans: z.int(),
        outstandingMinor: amountMinor,
      }),
    ),
    asOf: instant,
  }),
  failures: [],
});
export type ListAssignmentTargets = typeof listAssignmentTargets;

/** The only loan of a batch; without an id if the caller may no longer see it. */
const movedLoan = z.object({ id: uuid.nullable(), reference: z.string() });

/** Batches that gave loans to a holder or took them away, newest first, one page. */
const holderMoves = z.object({
  moves: z.array(
    z.object({
      batchId: uuid,
      kind: z.enum(['assign', 'take-back', 'undo']),
      received: z.int(),
      gaveUp: z.int(),
      /** The loan, if the batch moved only one to or from the holder. */
      loan: movedLoan.nullable(),
      reason: z.string(),
      madeBy: z.string(),
      madeAt: instant,
      /** The effect of undoing the whole batch; null if the caller cannot undo it. */
      undo: z
        .object({
          loans: z.int(),
          /** The holders who would get loans back; null means unassigned. */
          holders: z.array(z.string().nullable()),
        })
        .nullable(),
    }),
  ),
  nextCursor: cursor.nullable(),
});
export type HolderMove = z.infer<typeof holderMoves>['moves'][number];

const movesPage = z.object({ after: cursor.optional(), limit: pageLimit.default(10) });

export const listAgentMoves = endpoint({
  key: 'GET /api/staff/:accountId/assignments',
  summary: 'List the batches that assigned loans to an agent or away from it, in pages.',
  access: 'read-staff',
  params: z.object({ accountId: uuid }),
  query: movesPage,
  answer: holderMoves,
  failures: ['not_found'],
});
export type ListAgentMoves = typeof listAgentMoves;

export const listTeamMoves = endpoint({
  key: 'GET /api/teams/:teamId/assignments',
  summary: 'List the batches that assigned loans to a team or away from it, in pages.',
  access: 'read-teams',
  params: z.object({ teamId: uuid }),
  query: movesPage,
  answer: holderMoves,
  failures: ['not_found'],
});
export type ListTeamMoves = typeof listTeamMoves;

const assignmentBatch = z.object({
  id: uuid,
  kind: z.enum(['assign', 'take-back']),
  /** All loans of the batch; for a desk, only those that moved to, from or within its team. */
  loans: z.int(),
  /** The loan, if the caller may see only one of the batch. */
  loan: movedLoan.nullable(),
  /** The new holder; null if the loans were distributed or taken back. */
  holder: z.string().nullable(),
  /** Number of targets that shared the loans; 0 if there was only one. */
  spreadOver: z.int(),
  reason: z.string(),
  madeBy: z.string(),
  madeAt: instant,
  undone: z.object({ by: z.string(), at: instant }).nullable(),
  /** The holders who would get the loans back; null if the caller cannot undo it. */
  undo: z.object({ holders: z.array(z.string().nullable()) }).nullable(),
});
export type AssignmentBatch = z.infer<typeof assignmentBatch>;

export const listAssignmentBatches = endpoint({
  key: 'GET /api/assignments',
  summary: 'List assignment batches in the caller’s scope with their state, newest first.',
  access: 'assign-loans',
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(25) }),
  answer: z.object({ batches: z.array(assignmentBatch), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListAssignmentBatches = typeof listAssignmentBatches;

export const readLoanHolder = endpoint({
  key: 'GET /api/loans/:loanId/holder',
  summary:
    'Get who holds a loan now. Also for a former holder, for seven days after the loan moved away.',
  access: 'read-loans',
  params: z.object({ loanId: uuid }),
  answer: z.object({
    /** Whether the caller may still read and work the loan. */
    isInScope: z.boolean(),
    team: namedRef.nullable(),
    agent: namedRef.nullable(),
    /**
     * The people to whom a former holder can write: the agent, otherwise the team’s desk, otherwise
     * the managers.
     */
    recipients: z.array(namedRef),
  }),
  failures: ['not_found'],
});
export type ReadLoanHolder = typeof readLoanHolder;
