import { z } from 'zod';
import {
  INVOICE_LINES_MAX,
  invoicedParts,
  invoiceSorts,
  invoiceStatuses,
  paymentSources,
} from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { invoiceIssuer } from './invoice-issuers.ts';
import { languages } from '../languages.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  namedRef,
  pageLimit,
  positiveOrZeroMinor,
  several,
  sharePercent,
  uuid,
  version,
} from '../values.ts';

const PRICE_MINOR_MAX = 1_000_000_000_000;

/** The part of an instalment of the invoice's loan that a line bills. */
const instalmentPart = z.object({
  number: z.int().min(1).max(32_767),
  part: z.enum(invoicedParts),
});

const lineInputs = z.object({
  description: z.string().max(300),
  /** The quantity, with up to three decimals. */
  quantity: z.string().regex(/^\d{1,6}(\.\d{1,3})?$/),
  /** The price before tax. A negative price is a deduction. */
  unitPriceMinor: z.int().min(-PRICE_MINOR_MAX).max(PRICE_MINOR_MAX),
  taxPercent: sharePercent,
  instalment: instalmentPart.nullable(),
});
export type InvoiceLineInputs = z.infer<typeof lineInputs>;

/** The input fields of an invoice. Its totals are calculated from them. */
const invoiceInputs = z.object({
  /** The loan whose fees or instalments the invoice bills; null if it belongs to no loan. */
  loanId: uuid.nullable(),
  customerName: invoiceIssuer.shape.name,
  customerAddress: invoiceIssuer.shape.address,
  customerTaxNumber: invoiceIssuer.shape.taxNumber,
  /** The language of the printed invoice. */
  language: z.enum(languages),
  dueOn: day,
  note: z.string().max(2000),
  lines: z.array(lineInputs).max(INVOICE_LINES_MAX),
});
export type InvoiceInputs = z.infer<typeof invoiceInputs>;

const numbered = z.object({ id: uuid, number: z.string() });
const ofLoan = z.object({ id: uuid, reference: z.string() });

const amounts = { netMinor: amountMinor, taxMinor: amountMinor, totalMinor: amountMinor };

/** An invoice with its calculated values. */
export const invoice = invoiceInputs.omit({ loanId: true }).extend({
  id: uuid,
  version,
  kind: z.enum(['invoice', 'credit-note']),
  status: z.enum(invoiceStatuses),
  /** Null for a draft, because an invoice gets its number when it is issued. */
  number: z.string().nullable(),
  portfolio: namedRef,
  loan: ofLoan.nullable(),
  currency,
  /** The issuer at the time of issue; a draft has the current issuer. */
  issuer: invoiceIssuer.omit({ dueDays: true }),
  lines: z.array(lineInputs.extend({ quantity: z.string(), netMinor: amountMinor })),
  taxes: z.array(
    z.object({ taxPercent: z.string(), netMinor: amountMinor, taxMinor: amountMinor }),
  ),
  ...amounts,
  /** The amount of effective payments and receipts. */
  paidMinor: amountMinor,
  openMinor: amountMinor,
  payments: z.array(
    z.object({
      id: uuid,
      /** A payment of the invoice's loan, or a receipt on an invoice without a loan. */
      kind: z.enum(['payment', 'receipt']),
      valueDate: day,
      method: z.enum(paymentSources),
      /** The reference of a receipt, such as its number at the bank; empty for a payment. */
      reference: z.string(),
      /** The part of the payment that pays this invoice. */
      amountMinor: positiveOrZeroMinor,
      isReversed: z.boolean(),
      /** Why a receipt was reversed; null otherwise. */
      reason: z.string().nullable(),
      linkedBy: z.string(),
      linkedAt: instant,
    }),
  ),
  /**
   * `credits` is the invoice that this credit note cancels; `creditedBy` is the credit note that
   * cancels this invoice.
   */
  credits: numbered.nullable(),
  creditedBy: numbered.nullable(),
  /** Why the invoice was voided, or why it credits another invoice. */
  reason: z.string().nullable(),
  /** The business date of the invoice’s portfolio. */
  businessDate: day,
  createdBy: z.string(),
  createdAt: instant,
  issuedOn: day.nullable(),
  issuedBy: z.string().nullable(),
  voidedAt: instant.nullable(),
  voidedBy: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

const filter = z.object({
  /** Searches the number, the recipient and the loan's reference. */
  q: z.string().max(100).optional(),
  status: several(invoiceStatuses).optional(),
  loanId: uuid.optional(),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  sort: z
    .string()
    .regex(new RegExp(`^-?(${invoiceSorts.join('|')})$`))
    .default('-created'),
});

const invoiceRow = invoice
  .pick({ id: true, number: true, kind: true, status: true, customerName: true, loan: true })
  .extend({
    portfolio: namedRef,
    currency,
    issuedOn: day.nullable(),
    dueOn: day,
    ...amounts,
    openMinor: amountMinor,
    createdAt: instant,
  });
export type InvoiceRow = z.infer<typeof invoiceRow>;

export const listInvoices = endpoint({
  key: 'GET /api/invoices',
  summary: 'List invoices in the caller’s scope, with filters, pages and sums of all matches.',
  access: 'read-invoices',
  query: filter.extend({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    rows: z.array(invoiceRow),
    nextCursor: cursor.nullable(),
    sums: z.object({
      count: z.int(),
      /** Sums of effective invoices, per currency. */
      amounts: z.array(
        z.object({
          currency,
          totalMinor: amountMinor,
          openMinor: amountMinor,
          overdueMinor: amountMinor,
        }),
      ),
    }),
  }),
  failures: [],
});
export type ListInvoices = typeof listInvoices;

export const exportInvoices = endpoint({
  key: 'GET /api/invoices.csv',
  summary: 'Export the invoices that match a filter as CSV.',
  access: 'read-invoices',
  query: filter,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportInvoices = typeof exportInvoices;

export const exportInvoicesWorkbook = endpoint({
  key: 'GET /api/invoices.xlsx',
  summary: 'Export the invoices that match a filter as an Excel workbook.',
  access: 'read-invoices',
  query: filter,
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: ['export_too_large'],
});
export type ExportInvoicesWorkbook = typeof exportInvoicesWorkbook;

const params = z.object({ invoiceId: uuid });

export const readInvoice = endpoint({
  key: 'GET /api/invoices/:invoiceId',
  summary: 'Get an invoice with its lines and linked payments.',
  access: 'read-invoices',
  params,
  answer: invoice,
  failures: ['not_found'],
});
export type ReadInvoice = typeof readInvoice;

export const readInvoicePdf = endpoint({
  key: 'GET /api/invoices/:invoiceId/invoice.pdf',
  summary: 'Download an invoice as PDF in its own language.',
  access: 'read-invoices',
  params,
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['not_found'],
});
export type ReadInvoicePdf = typeof readInvoicePdf;

export const createInvoice = endpoint({
  key: 'POST /api/invoices',
  summary: 'Create an invoice as a draft without a number.',
  access: 'manage-invoices',
  /** The client creates the id and repeats it on every retry. */
  body: invoiceInputs.extend({ id: uuid }),
  answer: invoice,
  failures: [
    'not_found',
    'name_missing',
    'text_missing',
    'invoice_total_too_large',
    'id_reused_with_different_content',
  ],
});
export type CreateInvoice = typeof createInvoice;

export const changeInvoice = endpoint({
  key: 'PUT /api/invoices/:invoiceId',
  summary: 'Update a draft invoice.',
  access: 'manage-invoices',
  params,
  body: invoiceInputs.omit({ loanId: true }).extend({ version }),
  answer: invoice,
  failures: [
    'not_found',
    'invoice_is_no_draft',
    'changed_since',
    'name_missing',
    'text_missing',
    'invoice_total_too_large',
  ],
});
export type ChangeInvoice = typeof changeInvoice;

export const removeInvoice = endpoint({
  key: 'POST /api/invoices/:invoiceId/removal',
  summary: 'Delete a draft invoice.',
  access: 'manage-invoices',
  params,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'invoice_is_no_draft'],
});
export type RemoveInvoice = typeof removeInvoice;

export const issueInvoice = endpoint({
  key: 'POST /api/invoices/:invoiceId/issue',
  summary:
    'Issue a draft that did not change since it was read. It gets the next number of its year and never changes again.',
  access: 'issue-invoice',
  params,
  body: z.object({ version }),
  answer: invoice,
  failures: [
    'not_found',
    'invoice_is_no_draft',
    'changed_since',
    'invoice_has_no_lines',
    'invoice_total_not_positive',
    'day_passed',
  ],
});
export type IssueInvoice = typeof issueInvoice;

const why = z.string().max(500);

export const voidInvoice = endpoint({
  key: 'POST /api/invoices/:invoiceId/voiding',
  summary: 'Void an issued invoice. It keeps its number.',
  access: 'void-invoice',
  params,
  body: z.object({ reason: why }),
  answer: invoice,
  failures: [
    'not_found',
    'reason_missing',
    'invoice_is_not_issued',
    'invoice_is_credited',
    'invoice_has_payments',
  ],
});
export type VoidInvoice = typeof voidInvoice;

export const creditInvoice = endpoint({
  key: 'POST /api/invoices/:invoiceId/credit',
  summary: 'Credit an issued invoice with a credit note from the same number series.',
  access: 'void-invoice',
  params,
  body: z.object({
    /** The id of the credit note. The client creates it and repeats it on every retry. */
    id: uuid,
    reason: why,
  }),
  /** The credit note that was issued. */
  answer: invoice,
  failures: [
    'not_found',
    'reason_missing',
    'id_reused_with_different_content',
    'invoice_is_not_issued',
    'invoice_is_credited',
    'invoice_has_payments',
  ],
});
export type CreditInvoice = typeof creditInvoice;

export const readInvoiceableLoan = endpoint({
  key: 'GET /api/loans/:loanId/invoiceable',
  summary:
    'Get the unpaid amounts of a loan by instalment and part, and its borrower, for an invoice.',
  access: 'manage-invoices',
  params: z.object({ loanId: uuid }),
  answer: z.object({
    loan: ofLoan,
    currency,
    businessDate: day,
    borrowerName: z.string().nullable(),
    /** The borrower's address for documents. */
    borrowerAddress: z.string().nullable(),
    /** The language of the borrower's documents, if it is known. */
    borrowerLanguage: z.enum(languages).nullable(),
    dues: z.array(
      instalmentPart.extend({
        dueOn: day,
        openMinor: positiveOrZeroMinor,
        /** The description of the invoice line for this part, by language. */
        descriptions: z.record(z.enum(languages), z.string()),
        /** The effective invoice or draft that already bills this part. */
        invoicedBy: z.object({ id: uuid, number: z.string().nullable() }).nullable(),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ReadInvoiceableLoan = typeof readInvoiceableLoan;
