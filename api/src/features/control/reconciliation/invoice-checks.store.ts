import type { ReconciliationCheck } from './reconciliation-check.store.ts';

/**
 * Checks receipts on invoices, which are in no ledger: docs/decisions/0059. Amounts are in minor
 * units.
 */
export const invoiceChecks: readonly ReconciliationCheck[] = [
  {
    id: 'invoice-receipts',
    holds:
      'a receipt belongs to an issued invoice without a loan, and receipts never exceed its total',
    differences: (sql) => sql`
      select coalesce(invoice.number, invoice.id::text) as subject,
        'at most ' || asked.minor as expected, sum(receipt.amount_minor)::text as found
      from invoices invoice
      cross join lateral (
        select case when invoice.state = 'issued' and invoice.kind = 'invoice'
          and invoice.loan_id is null then invoice.total_minor else 0 end as minor
      ) asked
      join effective_invoice_receipts receipt on receipt.portfolio_id = invoice.portfolio_id
        and receipt.invoice_id = invoice.id and receipt.reversal_id is null
      group by invoice.portfolio_id, invoice.id, asked.minor
      having sum(receipt.amount_minor) > asked.minor`,
  },
];
