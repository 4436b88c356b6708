import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, day, nameText, version } from '../values.ts';

/** The issuer's details in the head and footer of invoices. */
export const invoiceIssuer = z.object({
  name: nameText.max(200),
  address: z.string().max(500),
  taxNumber: z.string().max(60),
  /** Payment details, such as a bank account, which are printed in the footer. */
  paymentDetails: z.string().max(1000),
  /** Days from today to the due date that a new invoice proposes. */
  dueDays: z.int().min(0).max(365),
});
export type InvoiceIssuer = z.infer<typeof invoiceIssuer>;

const issuer = invoiceIssuer.extend({ version, currency, businessDate: day });

export const readInvoiceIssuer = endpoint({
  key: 'GET /api/invoice-issuer',
  summary:
    'Get the issuer of the portfolio’s invoices. Contains only the portfolio’s name until it is set.',
  access: 'read-invoices',
  answer: issuer,
  failures: ['not_found'],
});
export type ReadInvoiceIssuer = typeof readInvoiceIssuer;

export const changeInvoiceIssuer = endpoint({
  key: 'PUT /api/invoice-issuer',
  summary: 'Update the issuer for later invoices. Issued invoices do not change.',
  access: 'change-invoice-issuer',
  body: invoiceIssuer.extend({ version }),
  answer: issuer,
  failures: ['not_found', 'changed_since', 'name_missing'],
});
export type ChangeInvoiceIssuer = typeof changeInvoiceIssuer;
