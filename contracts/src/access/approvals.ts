import { z } from 'zod';
import { approvalStates } from './approvals.values.ts';
import { endpoint } from '../endpoint.ts';
import { newTerms } from '../plan-terms.ts';
import { failureStatus, type FailureCode } from '../failure-status.ts';
import { paymentSources } from '../choices.ts';
import { amountMinor, currency, cursor, day, instant, pageLimit, uuid } from '../values.ts';

/**
 * The kinds of approval rules and whether they require a second person by default. Add a new kind
 * here.
 */
export const approvalDefaults = {
  'reverse-payment': { required: true, limitLoans: null },
  'write-off-loan': { required: true, limitLoans: null },
  'reschedule-loan': { required: true, limitLoans: null },
  /** Only a promise that exceeds a limit of its portfolio waits for approval. */
  'make-promise': { required: true, limitLoans: null },
  'add-charge': { required: false, limitLoans: null },
  'waive-charge': { required: true, limitLoans: null },
  'refund-credit': { required: true, limitLoans: null },
  /**
   * Disbursement never waits as a request: if required, the user who pays out an application must
   * not be the one who approved it.
   */
  'disburse-loan': { required: true, limitLoans: null },
  /** The limit counts loans taken from a holder. Assigning unassigned loans does not count. */
  'reassign-loans': { required: true, limitLoans: 500 },
} as const satisfies Record<string, { required: boolean; limitLoans: number | null }>;

export type ApprovalRuleKind = keyof typeof approvalDefaults;
// The keys of the table above are exactly the kinds of rules.
export const approvalRuleKinds = Object.keys(approvalDefaults) as [
  ApprovalRuleKind,
  ...ApprovalRuleKind[],
];

/**
 * Commands that can wait for approval, each with its rule. All commands that take loans from a
 * holder have the same rule.
 */
export const approvalRuleOf = {
  'reverse-payment': 'reverse-payment',
  'write-off-loan': 'write-off-loan',
  'undo-write-off': 'write-off-loan',
  'reschedule-loan': 'reschedule-loan',
  'undo-reschedule': 'reschedule-loan',
  'make-promise': 'make-promise',
  /** Always waits for approval, whatever the rule says. */
  'agree-settlement': 'write-off-loan',
  'add-charge': 'add-charge',
  'waive-charge': 'waive-charge',
  'undo-waiver': 'waive-charge',
  'refund-credit': 'refund-credit',
  'undo-refund': 'refund-credit',
  'reassign-loans': 'reassign-loans',
  'undo-assignment': 'reassign-loans',
  'make-handover': 'reassign-loans',
  'move-held-loans': 'reassign-loans',
  'run-distribution-rules': 'reassign-loans',
} as const satisfies Record<string, ApprovalRuleKind>;

export type ApprovalKind = keyof typeof approvalRuleOf;
// The keys of the table above are exactly the kinds.
export const approvalKinds = Object.keys(approvalRuleOf) as [ApprovalKind, ...ApprovalKind[]];

const penaltyFact = z.object({ chargedOn: day, amountMinor });

/**
 * Values by field name: `…Minor` is money, `…On` is a day, `penalties` and `waivedPenalties` list
 * the penalties that the command charges and waives. Other values are numbers, names or codes, for
 * example a `loanStatus`.
 */
const facts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(penaltyFact)]).nullable(),
);
export type ApprovalFacts = z.infer<typeof facts>;

// The table's keys are exactly the failures.
const failureCodes = Object.keys(failureStatus) as [FailureCode, ...FailureCode[]];

export const approval = z.object({
  id: uuid,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** The loan's reference, the intended holder of the loans, or the agent who holds them. */
  subject: z.string(),
  loanId: uuid.nullable(),
  /** The borrower’s name, if the request concerns one loan. */
  borrower: z.string().nullable(),
  /** The payment to reverse, if the request is a reversal. */
  payment: z.object({ valueDate: day, method: z.enum(paymentSources) }).nullable(),
  loans: z.int().nullable(),
  amountMinor: amountMinor.nullable(),
  currency: currency.nullable(),
  before: facts,
  after: facts,
  /** The terms of a requested plan; null for other requests. */
  terms: newTerms.nullable(),
  /** The terms offered instead of a declined plan. */
  offer: z
    .object({
      terms: newTerms,
      after: facts,
      acceptedAt: instant.nullable(),
    })
    .nullable(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionReason: z.string(),
  /** Why an approved command could no longer run. */
  failure: z
    .object({
      code: z.enum(failureCodes),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
  /** Whether the caller made the request, and so may withdraw it but not decide it. */
  isOwn: z.boolean(),
  /**
   * Whether the caller and the author do not count as two people, because their accounts are
   * linked: one set or reset a means of access to the other, or a third account did so for both, no
   * more than 30 days before the request.
   */
  isLinked: z.boolean(),
  mayDecide: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

export const listApprovals = endpoint({
  key: 'GET /api/approvals',
  summary: 'List requests that the caller may decide or has made, newest first.',
  access: 'signed-in',
  query: z.object({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    kind: z.enum(approvalKinds).optional(),
    /** Only the caller’s own requests. */
    own: z.boolean().optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ approvals: z.array(approval), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListApprovals = typeof listApprovals;

export const countApprovals = endpoint({
  key: 'GET /api/approvals/waiting',
  summary:
    'Count the requests that wait for the caller’s decision and all waiting requests that the caller can see.',
  access: 'signed-in',
  answer: z.object({
    waiting: z.int(),
    /** Number of listed requests, including the caller’s own, which another person decides. */
    listed: z.int(),
  }),
  failures: [],
});
export type CountApprovals = typeof countApprovals;

const approvalParams = z.object({ approvalId: uuid });

export const readApproval = endpoint({
  key: 'GET /api/approvals/:approvalId',
  summary: 'Get a request with the change that it would make.',
  access: 'signed-in',
  params: approvalParams,
  answer: approval,
  failures: ['not_found'],
});
export type ReadApproval = typeof readApproval;

export const decideRequest = endpoint({
  key: 'POST /api/approvals/:approvalId/decision',
  summary:
    'Approve a request and run its command, or decline it with a reason and for a plan with other terms.',
  access: 'signed-in',
  params: approvalParams,
  body: z.object({
    decision: z.enum(['approve', 'decline']),
    reason: z.string().max(500).default(''),
    /**
     * Other terms, offered instead of a declined plan. The author starts the plan once the borrower
     * agrees to them.
     */
    offer: newTerms.optional(),
  }),
  /** The state is `failed`, with its failure, if the approved command could no longer run. */
  answer: approval,
  failures: [
    'permission_missing',
    'not_found',
    'own_request',
    'request_already_decided',
    'reason_missing',
    'accounts_linked',
    'offer_not_possible',
    'loan_event_refused',
    'balance_changed_since',
    'schedule_cannot_be_made',
    'first_due_not_after',
    'due_dates_coincide',
    'author_may_no_longer',
  ],
});
export type DecideRequest = typeof decideRequest;

export const withdrawRequest = endpoint({
  key: 'POST /api/approvals/:approvalId/withdrawal',
  summary: 'Withdraw the caller’s own request while it waits for a decision.',
  access: 'signed-in',
  params: approvalParams,
  answer: approval,
  failures: ['not_found', 'request_already_decided'],
});
export type WithdrawRequest = typeof withdrawRequest;

const approvalRule = z.object({
  kind: z.enum(approvalRuleKinds),
  required: z.boolean(),
  /** Null for a kind without a limit. */
  limitLoans: z.int().nullable(),
  isDefault: z.boolean(),
});

export const listApprovalRules = endpoint({
  key: 'GET /api/approval-rules',
  summary: 'List which commands need a second person, for each portfolio in the caller’s scope.',
  access: 'signed-in',
  answer: z.object({
    portfolios: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        /** Whether the caller may change the portfolio’s rules. */
        mayChange: z.boolean(),
        rules: z.array(approvalRule),
      }),
    ),
  }),
  failures: [],
});
export type ListApprovalRules = typeof listApprovalRules;

export const changeApprovalRule = endpoint({
  key: 'PUT /api/approval-rules/:portfolioId/:kind',
  summary: 'Set whether a kind of command needs a second person. Applies to later commands.',
  access: 'manage-permissions',
  params: z.object({ portfolioId: uuid, kind: z.enum(approvalRuleKinds) }),
  body: z.object({
    required: z.boolean(),
    /** Only for a kind that has a limit. */
    limitLoans: z.int().min(0).max(1_000_000).optional(),
  }),
  answer: approvalRule,
  failures: ['not_found'],
});
export type ChangeApprovalRule = typeof changeApprovalRule;
