import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loanStatus } from './loans.ts';
import { currency, day, instant, positiveOrZeroMinor, uuid } from './values.ts';

export const paymentMethods = [
  'bank-transfer',
  'direct-debit',
  'card',
  'cash',
  'cheque',
  'other',
] as const;

export const payment = z.object({
  id: uuid,
  amountMinor: positiveOrZeroMinor,
  principalMinor: positiveOrZeroMinor,
  interestMinor: positiveOrZeroMinor,
  feesMinor: positiveOrZeroMinor,
  penaltiesMinor: positiveOrZeroMinor,
  currency,
  valueDate: day,
  method: z.enum(paymentMethods),
  note: z.string(),
  postedAt: instant,
  postedBy: z.string(),
  team: z.string().nullable(),
  agent: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

const loanParams = z.object({ loanId: uuid });

export const listPayments = endpoint({
  key: 'GET /api/loans/:loanId/payments',
  summary: 'Payments of one loan, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({ payments: z.array(payment) }),
  failures: ['not_found'],
});
export type ListPayments = typeof listPayments;

export const postPayment = endpoint({
  key: 'POST /api/loans/:loanId/payments',
  summary: 'Post a payment; the same id with the same content again answers the first posting.',
  access: 'post-payment',
  params: loanParams,
  body: z.object({
    /** Made by the client when its form opens and kept on every retry. */
    id: uuid,
    amountMinor: z.int(),
    currency,
    valueDate: day,
    method: z.enum(paymentMethods),
    note: z.string().max(500).default(''),
  }),
  answer: z.object({
    payment,
    outstandingMinor: positiveOrZeroMinor,
    loanStatus,
    /** True where this id had been posted before: nothing moved now. */
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'loan_is_closed',
    'loan_is_written_off',
    'loan_is_not_active',
    'currency_differs',
    'amount_not_positive',
    'value_date_in_future',
    'value_date_before_disbursement',
    'value_date_before_latest_payment',
    'amount_exceeds_payoff',
  ],
});
export type PostPayment = typeof postPayment;
