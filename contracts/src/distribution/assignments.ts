import { z } from 'zod';
import { spreadRules } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { loanFilter } from '../servicing/loan-lists.ts';
import { amountMinor, currency, cursor, instant, pageLimit, uuid } from '../values.ts';

/** The rows a bulk action means: named ones, or all that a list's filter matches. */
export const loanSelection = z.object({
  loanIds: z.array(uuid).min(1).max(10_000).optional(),
  filter: loanFilter.optional(),
  /** With `filter`: rows that the person took out of all that match. */
  exceptLoanIds: z.array(uuid).max(10_000).optional(),
  /** With `filter`: how many the person saw; a different count is refused, not acted on. */
  expectedCount: z.int().min(0).optional(),
});
export type LoanSelection = z.infer<typeof loanSelection>;

const spreadRule = z.enum(spreadRules);
export type SpreadRule = z.infer<typeof spreadRule>;

/** Where loans go: to a team (by a portfolio’s manager), to an agent, or one step back. */
export const assignmentTarget = z.object({
  kind: z.enum(['team', 'agent', 'take-back']),
  /** The team’s or agent’s id; absent for taking back. */
  id: uuid.optional(),
  /** In place of one id: several teams or agents, each of whom gets a share; not for taking back. */
  spread: z
    .object({ ids: z.array(uuid).min(2).max(100).meta({ uniqueItems: true }), by: spreadRule })
    .optional(),
});
export type AssignmentTarget = z.infer<typeof assignmentTarget>;

/**
 * Whether all loans of one borrower go to one holder. Where a selection has only some of them, the
 * others in the caller’s scope go along; taking back takes only what was selected.
 */
const borrowersTogether = z.boolean().default(true);

export const previewAssignment = endpoint({
  key: 'POST /api/assignments/preview',
  summary: 'What an assignment would move: how many loans and how much outstanding, from where.',
  access: 'assign-loans',
  body: z.object({ selection: loanSelection, target: assignmentTarget, borrowersTogether }),
  answer: z.object({
    count: z.int(),
    outstandingMinor: amountMinor,
    currency,
    /** Loans that the target already holds: they stay as they are. */
    alreadyThere: z.int(),
    /** How many loans the selection has itself, as `expectedCount` counts them. */
    picked: z.int(),
    /** Whose loans would move. */
    borrowers: z.int(),
    /** Of the loans that would move, those that only go along with a selected loan of their borrower. */
    alongCount: z.int(),
    /** Whether a second person would have to approve it first. */
    needsApproval: z.boolean(),
    /** Stands for where these loans are now; sent with the assignment it tells a change since. */
    seen: z.string(),
    /** What each target holds now, and what it would hold; none where loans are taken back. */
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
  summary: 'Assign loans to a team or an agent, or take them back, as one batch.',
  access: 'assign-loans',
  body: z.object({
    /** The batch’s id, made by the client and kept on every retry. */
    id: uuid,
    selection: loanSelection,
    target: assignmentTarget,
    borrowersTogether,
    reason: z.string().max(500).default(''),
    /** What a preview or a refusal answered last: loans that moved since are named, not moved on. */
    seen: z.string().max(100).optional(),
  }),
  answer: z.object({
    /** `awaiting-approval`: nothing has moved, a request under this id waits for a second person. */
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
    'Undo a whole batch, as long as none of its loans moved again since; whose it is, on its day, asks nobody.',
  access: 'assign-loans',
  params: z.object({ batchId: uuid }),
  body: z.object({ id: uuid }),
  answer: z.object({
    /** `awaiting-approval`: nothing has moved, a request under this id waits for a second person. */
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
  summary: 'Teams or agents that the caller can assign loans to, with what each holds.',
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

/** Batches that gave a holder loans or took loans from it, newest first, a page of them. */
const holderMoves = z.object({
  moves: z.array(
    z.object({
      batchId: uuid,
      kind: z.enum(['assign', 'take-back', 'undo']),
      received: z.int(),
      gaveUp: z.int(),
      /** The loan, where it was one; without an id where the caller does not reach it. */
      loan: z.object({ id: uuid.nullable(), reference: z.string() }).nullable(),
      reason: z.string(),
      madeBy: z.string(),
      madeAt: instant,
      /** What undoing the whole batch would do; null where the caller cannot undo it. */
      undo: z
        .object({
          loans: z.int(),
          /** Who would have loans again; null stands for nobody. */
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
  summary: 'Batches that gave an agent loans or took loans from it, a page at a time.',
  access: 'read-staff',
  params: z.object({ accountId: uuid }),
  query: movesPage,
  answer: holderMoves,
  failures: ['not_found'],
});
export type ListAgentMoves = typeof listAgentMoves;

export const listTeamMoves = endpoint({
  key: 'GET /api/teams/:teamId/assignments',
  summary: 'Batches that gave a team loans or took loans from it, a page at a time.',
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
  /** How many of its loans are the caller’s to know of. */
  loans: z.int(),
  /** The one holder it gave them to; null where they were spread or given back. */
  holder: z.string().nullable(),
  /** Over how many they were spread; 0 where they were not. */
  spreadOver: z.int(),
  reason: z.string(),
  madeBy: z.string(),
  madeAt: instant,
  undone: z.object({ by: z.string(), at: instant }).nullable(),
  /** Who would have the loans again if it were undone; null where the caller cannot undo it. */
  undo: z.object({ holders: z.array(z.string().nullable()) }).nullable(),
});
export type AssignmentBatch = z.infer<typeof assignmentBatch>;

export const listAssignmentBatches = endpoint({
  key: 'GET /api/assignments',
  summary: 'Batches of assignments in the caller’s scope with what became of them, newest first.',
  access: 'assign-loans',
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(25) }),
  answer: z.object({ batches: z.array(assignmentBatch), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListAssignmentBatches = typeof listAssignmentBatches;
