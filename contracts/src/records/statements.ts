import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { day, uuid } from '../values.ts';

/** The default is the borrower's language, or English if that is unknown. */
const language = z.enum(languages).optional();
const loanParams = z.object({ loanId: uuid });
const asPdf = { answer: z.string(), answerType: 'application/pdf' } as const;

export const readReceiptPdf = endpoint({
  key: 'GET /api/loans/:loanId/payments/:paymentId/receipt.pdf',
  summary:
    'Download the receipt of a payment as PDF: its allocation and the balance. Shows whether it was reversed.',
  access: 'read-loans',
  params: loanParams.extend({ paymentId: uuid }),
  query: z.object({ language }),
  ...asPdf,
  failures: ['not_found'],
});
export type ReadReceiptPdf = typeof readReceiptPdf;

export const readPayoffPdf = endpoint({
  key: 'GET /api/loans/:loanId/payoff-quote.pdf',
  summary: 'Download the itemised payoff of a loan on a day as PDF.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({
    /** The default is today. */
    on: day.optional(),
    language,
  }),
  ...asPdf,
  failures: [
    'not_found',
    'loan_event_refused',
    'value_date_before_disbursement',
    'payoff_day_passed',
  ],
});
export type ReadPayoffPdf = typeof readPayoffPdf;

export const readLoanStatementPdf = endpoint({
  key: 'GET /api/loans/:loanId/statement.pdf',
  summary:
    'Download the statement of a loan over a period as PDF, with the balance after each movement.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({
    /** The default is three months before the last day. */
    from: day.optional(),
    /** The default is today. */
    to: day.optional(),
    language,
  }),
  ...asPdf,
  failures: ['not_found', 'range_upside_down'],
});
export type ReadLoanStatementPdf = typeof readLoanStatementPdf;
