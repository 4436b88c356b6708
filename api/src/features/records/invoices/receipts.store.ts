import type { InputOf } from '@bursar/contracts/endpoint';
import type { RecordReceipt } from '@bursar/contracts/records/invoice-payments';
import type { Transaction } from '../../../platform/database.ts';

type Key = { readonly portfolioId: string; readonly id: string };

export type NewReceipt = Key &
  InputOf<RecordReceipt>['body'] & {
    readonly invoiceId: string;
    readonly by: string;
    readonly at: string;
  };

export async function insertReceipt(transaction: Transaction, receipt: NewReceipt): Promise<void> {
  await transaction`
    insert into invoice_receipts (portfolio_id, id, invoice_id, amount_minor, value_date, method,
      reference, recorded_by, recorded_at)
    values (${receipt.portfolioId}, ${receipt.id}, ${receipt.invoiceId}, ${receipt.amountMinor},
      ${receipt.valueDate}, ${receipt.method}, ${receipt.reference}, ${receipt.by}, ${receipt.at})`;
}

type Found = Pick<
  NewReceipt,
  'invoiceId' | 'amountMinor' | 'valueDate' | 'method' | 'reference'
> & {
  readonly reversal: { readonly id: string; readonly reason: string } | null;
};

export async function findReceipt(
  transaction: Transaction,
  { portfolioId, id }: Key,
): Promise<Found | null> {
  const [row] = await transaction<Found[]>`
    select receipt.invoice_id, receipt.amount_minor, receipt.value_date, receipt.method,
      receipt.reference, case when receipt.reversal_id is not null
        then jsonb_build_object('id', receipt.reversal_id, 'reason', receipt.reason) end as reversal
    from effective_invoice_receipts receipt
    where receipt.portfolio_id = ${portfolioId} and receipt.id = ${id}`;
  return row ?? null;
}

type Reversal = Key & {
  readonly receiptId: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
};

export async function insertReceiptReversal(
  transaction: Transaction,
  made: Reversal,
): Promise<void> {
  await transaction`
    insert into invoice_receipt_reversals
      (portfolio_id, id, receipt_id, reason, reversed_by, reversed_at)
    values (${made.portfolioId}, ${made.id}, ${made.receiptId}, ${made.reason}, ${made.by},
      ${made.at})`;
}
