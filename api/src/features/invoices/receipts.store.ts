import type { InputOf } from '@bursar/contracts/endpoint';
import type { RecordReceipt } from '@bursar/contracts/invoice-payments';
import type { Transaction } from '../../platform/database.ts';

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
      receipt.reference, case when reversal.id is not null
        then jsonb_build_object('id', reversal.id, 'reason', reversal.reason) end as reversal
    from invoice_receipts receipt
    left join invoice_receipt_reversals reversal
      on reversal.portfolio_id = receipt.portfolio_id and reversal.receipt_id = receipt.id
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
