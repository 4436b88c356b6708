import { z } from 'zod';
import { chargeKinds } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { currency, day, instant, positiveOrZeroMinor, uuid } from '../values.ts';

const loanParams = z.object({ loanId: uuid });

/** Maximum amount of a charge, so that sums stay safe integers. */
const chargedMinor = z.int().max(1_000_000_000_000);

const event = { madeBy: z.string(), madeAt: instant, reason: z.string() };

export const charge = z.object({
  id: uuid,
  portion: z.enum(['fee', 'penalty']),
  kind: z.enum(chargeKinds),
  amountMinor: positiveOrZeroMinor,
  waivedMinor: positiveOrZeroMinor,
  paidMinor: positiveOrZeroMinor,
  openMinor: positiveOrZeroMinor,
  /** The instalment with which the charge is due. */
  instalmentNumber: z.int(),
  dueOn: day,
  chargedOn: day,
  /**
   * The day on which a penalty for an earlier closed day was charged; null for any other charge.
   */
  chargedLateOn: day.nullable(),
  ...event,
  /** Null for a charge made by end-of-day. */
  madeBy: z.string().nullable(),
  waivers: z.array(
    z.object({
      id: uuid,
      amountMinor: positiveOrZeroMinor,
      ...event,
      /**
       * True if the waiver removes a penalty that is no longer justified, for example after a
       * back-dated payment.
       */
      lostReason: z.boolean(),
      /** Set if the waiver was undone and no longer counts. */
      undone: z.object(event).nullable(),
    }),
  ),
  /** The pending request to waive the charge. */
  waiverRequestId: uuid.nullable(),
});
export type Charge = z.infer<typeof charge>;

export const listCharges = endpoint({
  key: 'GET /api/loans/:loanId/charges',
  summary: 'List charges of a loan with their waived and paid amounts, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    currency,
    /** Whether a second person must approve a charge or waiver sent now. */
    needsApproval: z.object({ adding: z.boolean(), waiving: z.boolean() }),
    charges: z.array(charge),
  }),
  failures: ['not_found'],
});
export type ListCharges = typeof listCharges;

/**
 * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second person.
 */
const answer = z.object({
  outcome: z.enum(['done', 'awaiting-approval']),
  /** True if this id was sent before; this call then changed nothing. */
  replayed: z.boolean(),
});

export const addCharge = endpoint({
  key: 'POST /api/loans/:loanId/charges',
  summary: 'Add a fee or a penalty, due with the first instalment on or after its day.',
  access: 'add-charge',
  params: loanParams,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    portion: z.enum(['fee', 'penalty']),
    kind: z.enum(chargeKinds),
    amountMinor: chargedMinor,
    currency,
    dueOn: day,
    reason: z.string().max(500),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_is_not_active',
    'currency_differs',
    'amount_not_positive',
    'value_date_before_disbursement',
    'request_already_waiting',
  ],
});
export type AddCharge = typeof addCharge;

export const waiveCharge = endpoint({
  key: 'POST /api/loans/:loanId/charges/:chargeId/waiver',
  summary: 'Waive the open amount of a charge, or a part of it.',
  access: 'waive-charge',
  params: z.object({ loanId: uuid, chargeId: uuid }),
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    amountMinor: chargedMinor,
    reason: z.string().max(500),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_is_not_active',
    'amount_not_positive',
    'waiver_reason_gone',
    'waiver_exceeds_open',
    'request_already_waiting',
  ],
});
export type WaiveCharge = typeof waiveCharge;

export const undoWaiver = endpoint({
  key: 'POST /api/loans/:loanId/charges/:chargeId/waivers/:waiverId/undo',
  summary: 'Undo a waiver by the opposite event. The charge is open again.',
  access: 'waive-charge',
  params: z.object({ loanId: uuid, chargeId: uuid, waiverId: uuid }),
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
    'waiver_already_undone',
    'loan_is_not_active',
    'penalty_charged_again',
    'request_already_waiting',
  ],
});
export type UndoWaiver = typeof undoWaiver;
