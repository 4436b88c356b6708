import { z } from 'zod';
import { applicationEvents, applicationStatuses } from '../choices.ts';
import { newBorrower } from '../records/borrowers.ts';
import { businessCalendar } from '../servicing/business-calendar.ts';
import { endpoint } from '../endpoint.ts';
import { productTerms } from '../servicing/products.ts';
import {
  currency,
  cursor,
  day,
  instant,
  loanRatePercent,
  namedRef,
  pageLimit,
  uuid,
} from '../values.ts';

const text = (max: number) => z.string().max(max);

const asked = {
  purpose: text(200),
  /** Maximum principal in minor units, so that sums stay safe integers. */
  principalMinor: z.int().min(1).max(1_000_000_000_000),
  annualRatePercent: loanRatePercent,
  instalmentCount: z.int().min(1).max(600),
  disburseOn: day,
  firstDueOn: day,
};

const application = z.object({
  id: uuid,
  /** The application number, such as `A-000012`. */
  reference: z.string(),
  status: z.enum(applicationStatuses),
  borrower: z.object({ id: uuid, name: z.string().nullable() }),
  product: namedRef,
  portfolio: namedRef,
  currency,
  ...asked,
  /** The loan that the disbursement created; null before disbursement and after its undo. */
  loanId: uuid.nullable(),
  submittedBy: z.string(),
  submittedAt: instant,
  /** The time of the application’s last event. */
  changedAt: instant,
});
export type Application = z.infer<typeof application>;

export const listApplications = endpoint({
  key: 'GET /api/applications',
  summary: 'List loan applications by latest change, with the number in each state.',
  access: 'read-applications',
  query: z.object({
    /** Searches borrowers' names and application numbers. */
    q: z.string().max(100).optional(),
    status: z.enum(applicationStatuses).optional(),
    /** Restricts to applications for any version of this product. */
    productId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(application),
    nextCursor: cursor.nullable(),
    /** Counts by state of all applications that match the other filters. */
    counts: z.array(
      z.object({ status: z.enum(applicationStatuses), count: z.int(), principalMinor: z.int() }),
    ),
    /** The currency of the sums; null if there are several or there is no application. */
    currency: currency.nullable(),
  }),
  failures: [],
});
export type ListApplications = typeof listApplications;

const params = z.object({ applicationId: uuid });

export const readApplication = endpoint({
  key: 'GET /api/applications/:applicationId',
  summary: 'Get an application with its terms and its history, newest first.',
  access: 'read-applications',
  params,
  answer: application.extend({
    productVersion: z.int(),
    terms: productTerms,
    /**
     * The days off that move due dates: those at disbursement, or the current ones before
     * disbursement.
     */
    businessCalendar,
    /** Co-borrowers of the application, who also owe the loan once it is paid out. */
    coBorrowers: z.array(
      z.object({ id: uuid, name: z.string().nullable(), externalId: z.string().nullable() }),
    ),
    /** Why another person must take the next step; null if there is no such reason. */
    hindrance: z.enum(['own_application', 'own_approval', 'accounts_linked']).nullable(),
    events: z.array(
      z.object({
        id: uuid,
        event: z.enum(applicationEvents),
        reason: z.string(),
        madeBy: z.string(),
        madeAt: instant,
        disbursement: z
          .object({
            disbursedOn: day,
            firstDueOn: day,
            /** The fee withheld from the amount paid out. */
            feeMinor: z.int(),
          })
          .nullable(),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ReadApplication = typeof readApplication;

/** The answer to a command that changes an application. */
const moved = z.object({
  applicationId: uuid,
  status: z.enum(applicationStatuses),
  loanId: uuid.nullable(),
  /** True if this id was sent before; this call then changed nothing. */
  replayed: z.boolean(),
});

export const submitApplication = endpoint({
  key: 'POST /api/applications',
  summary:
    'Submit a loan application within the limits of a product, for an existing or a new borrower.',
  access: 'submit-applications',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    borrower: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('known'), id: uuid }),
      z.object({ kind: z.literal('new'), ...newBorrower }),
    ]),
    /** The version of the product's terms that the user saw. */
    productVersionId: uuid,
    ...asked,
    /** Co-borrowers from the portfolio’s borrowers, at most as many as a loan can have parties. */
    coBorrowerIds: z.array(uuid).max(100).optional(),
  }),
  answer: moved,
  failures: [
    'id_reused_with_different_content',
    'name_missing',
    'phone_not_valid',
    'email_not_valid',
    'borrower_not_found',
    'party_not_found',
    'borrower_merged_away',
    'borrower_is_on_loan',
    'loan_has_too_many_parties',
    'product_not_found',
    'product_is_archived',
    'changed_since',
    'outside_product_terms',
    'first_due_before_disbursement',
    'terms_make_no_schedule',
    'multiple_exceeds_instalment',
    'due_dates_coincide',
  ],
});
export type SubmitApplication = typeof submitApplication;

export const decideApplication = endpoint({
  key: 'POST /api/applications/:applicationId/events',
  summary: 'Approve, reject or withdraw an application, or revoke its approval.',
  access: 'decide-applications',
  params,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    event: z.enum(['approve', 'reject', 'withdraw', 'undo-approval']),
    /** The reason, which an approval does not need. */
    reason: text(500),
  }),
  answer: moved,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'reason_missing',
    'loan_event_refused',
    'own_application',
    'accounts_linked',
  ],
});
export type DecideApplication = typeof decideApplication;

export const disburseLoan = endpoint({
  key: 'POST /api/applications/:applicationId/disbursement',
  summary:
    'Disburse an approved loan, less the withheld fee. From then on the loan is in the ledger.',
  access: 'disburse-loans',
  params,
  body: z.object({
    /**
     * The client creates this id when its dialog opens and repeats it on every retry. It becomes
     * the loan's id.
     */
    id: uuid,
    disbursedOn: day,
    firstDueOn: day,
  }),
  answer: moved,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'loan_event_refused',
    'value_date_in_future',
    'own_approval',
    'accounts_linked',
    'first_due_before_disbursement',
    'terms_make_no_schedule',
    'multiple_exceeds_instalment',
    'due_dates_coincide',
  ],
});
export type DisburseLoan = typeof disburseLoan;

export const undoDisbursement = endpoint({
  key: 'POST /api/applications/:applicationId/undo-disbursement',
  summary: 'Undo a disbursement by the opposite event, while the loan has no payments.',
  access: 'disburse-loans',
  params,
  body: z.object({ id: uuid, reason: text(500) }),
  answer: moved,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'reason_missing',
    'loan_event_refused',
    'loan_worked_on_since',
  ],
});
export type UndoDisbursement = typeof undoDisbursement;
