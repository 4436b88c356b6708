import type { BookCheck } from './book-check.store.ts';

/** What was received on invoices, which is in no ledger: docs/decisions/0059. Amounts are in minor units. */
export const invoiceChecks: readonly BookCheck[] = [
  {
    id: 'invoice-receipts',
    holds:
      'what was received on an invoice is of no loan, stands on an issued one, and is no more than it asks for',
    differences: (sql) => sql`
      select coalesce(invoice.number, invoice.id::text) as subject,
        'at most ' || case when invoice.state = 'issued' and invoice.kind = 'invoice'
          and invoice.loan_id is null then invoice.total_minor else 0 end as expected,
        received.minor::text as found
      from invoices invoice
      cross join lateral (
        select sum(receipt.amount_minor) as minor from invoice_receipts receipt
        where receipt.portfolio_id = invoice.portfolio_id and receipt.invoice_id = invoice.id
          and not exists (
            select from invoice_receipt_reversals reversal
            where reversal.portfolio_id = receipt.portfolio_id
              and reversal.receipt_id = receipt.id)
      ) received
      where received.minor > case when invoice.state = 'issued' and invoice.kind = 'invoice'
        and invoice.loan_id is null then invoice.total_minor else 0 end`,
  },
];
