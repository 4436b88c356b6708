import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newTerms } from '../plan-terms.ts';
import {
  amountMinor,
  currency,
  day,
  loanRatePercent,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';
import { agreementChannels, planKinds } from './reschedules.values.ts';

const loanParams = z.object({ loanId: uuid });

/** The figures that compare two schedules, including overdue amounts. */
const left = z.object({
  annualRatePercent: z.string(),
  instalments: z.int(),
  nextDueOn: day.nullable(),
  nextMinor: positiveOrZeroMinor,
  lastDueOn: day.nullable(),
  overdueMinor: positiveOrZeroMinor,
  interestMinor: amountMinor,
  totalMinor: positiveOrZeroMinor,
});

const previewed = {
  params: loanParams,
  query: z.object({
    /** The default is the remaining number. */
    instalmentCount: z.coerce.number().int().min(1).max(600).optional(),
    /** The default is the loan's own rate. */
    annualRatePercent: loanRatePercent.optional(),
    /** The default is the next due date, or one interval from today. */
    firstDueOn: day.optional(),
    /**
     * Requests the lowest number of instalments, at least `instalmentCount` or its default, such
     * that no instalment is higher than this amount. Interest carried into the first instalment
     * does not count.
     */
    instalmentAtMostMinor: z.coerce.number().int().min(1).optional(),
  }),
  answer: z.object({
    currency,
    /** Whether a second person must approve the reschedule first. */
    needsApproval: z.boolean(),
    terms: newTerms,
    /** Principal that the new schedule repays. */
    principalMinor: positiveOrZeroMinor,
    /** The part of `principalMinor` that is already due. */
    overduePrincipalMinor: positiveOrZeroMinor,
    /** Interest due or accrued and unpaid; it falls due with the first new instalment. */
    unpaidInterestMinor: positiveOrZeroMinor,
    /** Fees and penalties that are already due and remain due. */
    chargesStayMinor: positiveOrZeroMinor,
    before: left,
    after: left,
    /** The future amounts of the new schedule. */
    instalments: z.array(
      z.object({
        number: z.int(),
        dueOn: day,
        principalMinor: positiveOrZeroMinor,
        interestMinor: positiveOrZeroMinor,
        /** Fees and penalties that fall due with this instalment. */
        chargesMinor: positiveOrZeroMinor,
      }),
    ),
  }),
  failures: [
    'not_found',
    'loan_event_refused',
    'schedule_cannot_be_made',
    'first_due_not_after',
    'due_dates_coincide',
    'instalment_cannot_be_reached',
  ],
} as const;

export const previewReschedule = endpoint({
  key: 'GET /api/loans/:loanId/reschedule-preview',
  summary: 'Preview a loan with new terms. Changes nothing.',
  access: 'reschedule-loan',
  ...previewed,
});
export type PreviewReschedule = typeof previewReschedule;

export const previewPlan = endpoint({
  key: 'GET /api/loans/:loanId/plan-preview',
  summary: 'Preview a plan to request for a borrower in difficulty. Changes nothing.',
  access: 'request-plan',
  ...previewed,
});
export type PreviewPlan = typeof previewPlan;

/**
 * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second person.
 */
const answer = z.object({
  outcome: z.enum(['done', 'awaiting-approval']),
  /** True if this id was sent before; this call then changed nothing. */
  replayed: z.boolean(),
});

const newSchedule = {
  /** The client creates this id when its dialog opens and repeats it on every retry. */
  id: uuid,
  ...newTerms.shape,
  /** The principal that the user saw. If the loan owes another amount now, nothing changes. */
  principalMinor: positiveOrZeroMinor,
  reason: z.string().max(500),
};

const agreedPlan = {
  plan: z.enum(planKinds),
  /** The channel through which the borrower agreed. */
  agreedBy: z.enum(agreementChannels),
};

export const rescheduleLoan = endpoint({
  key: 'POST /api/loans/:loanId/reschedule',
  summary:
    'Reschedule the rest of a loan with new terms from today. The earlier schedule stays readable.',
  access: 'reschedule-loan',
  params: loanParams,
  body: z.object({
    ...newSchedule,
    plan: agreedPlan.plan.optional(),
    agreedBy: agreedPlan.agreedBy.optional(),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_event_refused',
    'balance_changed_since',
    'schedule_cannot_be_made',
    'first_due_not_after',
    'due_dates_coincide',
    'request_already_waiting',
  ],
});
export type RescheduleLoan = typeof rescheduleLoan;

export const requestPlan = endpoint({
  key: 'POST /api/loans/:loanId/plan-request',
  summary:
    'Request a plan that the borrower agreed to, or accept the terms offered instead. A second person always decides.',
  access: 'request-plan',
  params: loanParams,
  body: z.object({
    ...newSchedule,
    ...agreedPlan,
    /**
     * The declined request whose offered terms the borrower agreed to. The offer already approved
     * them, so the plan starts at once.
     */
    acceptedOffer: uuid.optional(),
  }),
  answer,
  failures: [...rescheduleLoan.failures, 'offer_no_longer_valid'],
});
export type RequestPlan = typeof requestPlan;

export const undoReschedule = endpoint({
  key: 'POST /api/loans/:loanId/undo-reschedule',
  summary: 'Undo the latest reschedule by the opposite event, while no later payment counts.',
  access: 'reschedule-loan',
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
    'loan_is_not_rescheduled',
    'reschedule_has_payments',
    'request_already_waiting',
  ],
});
export type UndoReschedule = typeof undoReschedule;
