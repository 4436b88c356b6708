import type { FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { RecordReceipt, ReverseReceipt } from '@bursar/contracts/records/invoice-payments';
import type { Invoice } from '@bursar/contracts/records/invoices';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { holdInvoice, type HeldInvoice } from './invoices.store.ts';
import { auditInvoice, readInvoice } from './keep-invoice.ts';
import { findReceipt, insertReceipt, insertReceiptReversal } from './receipts.store.ts';

type Receiving = InputOf<RecordReceipt>['body'] & { readonly invoiceId: string };
type Received = Outcome<Invoice, FailureOf<RecordReceipt>>;

/** The refusal if another transaction has just used this id for another invoice. */
const idConflict = refuse('id_reused_with_different_content');

/**
 * Records money received on an invoice without a loan, up to its open amount: docs/decisions/0059.
 */
export function recordReceipt(
  database: Database,
  command: Receiving,
  context: CommandContext,
): Promise<Received> {
  const { invoiceId, id, amountMinor, valueDate, method } = command;
  const { session, now } = context;
  const reference = command.reference.trim();
  const conflicts = { invoice_receipts_pkey: idConflict };
  return transactionOrConflict(database, conflicts, async (transaction): Promise<Received> => {
    const held = await holdInvoice(transaction, { scope: session.scope, id: invoiceId });
    if (!held) return refuse('not_found');
    const { portfolioId } = held;
    const earlier = await findReceipt(transaction, { portfolioId, id });
    if (earlier) {
      const isSame =
        earlier.invoiceId === invoiceId &&
        earlier.amountMinor === amountMinor &&
        earlier.valueDate === valueDate &&
        earlier.method === method &&
        earlier.reference === reference;
      return isSame
        ? answer(transaction, context, invoiceId)
        : refuse('id_reused_with_different_content');
    }
    const current = await answer(transaction, context, invoiceId);
    if (!current.ok) return current;
    const refusal = findRefusal(held, current.value, command);
    if (refusal) return refusal;
    const at = now.toISOString();
    const receipt = { portfolioId, invoiceId, id, amountMinor, valueDate, method, reference };
    await insertReceipt(transaction, { ...receipt, by: session.account.id, at });
    const { number, currency } = held;
    const details = { number, receiptId: id, amountMinor, currency, valueDate, method, reference };
    await audit(transaction, context, { held, event: 'record-receipt', after: details });
    return answer(transaction, context, invoiceId);
  });
}

function findRefusal(
  held: HeldInvoice,
  { openMinor, issuedOn, creditedBy, businessDate }: Invoice,
  { amountMinor, valueDate }: Receiving,
) {
  const { currency } = held;
  if (held.loanId !== null) return refuse('invoice_is_of_loan');
  if (held.state !== 'issued' || held.kind !== 'invoice') return refuse('invoice_is_not_issued');
  if (creditedBy) return refuse('invoice_is_credited');
  if (openMinor <= 0) return refuse('invoice_is_paid');
  if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
  if (amountMinor > openMinor) {
    return refuse('amount_exceeds_open', {
      field: 'amountMinor',
      details: { openMinor, currency },
    });
  }
  const field = 'valueDate';
  if (valueDate > businessDate) {
    return refuse('value_date_in_future', { field, details: { businessDate } });
  }
  if (issuedOn !== null && valueDate < issuedOn) {
    return refuse('value_date_before_issue', { field, details: { issuedOn } });
  }
  return null;
}

type Reversing = InputOf<ReverseReceipt>['body'] & InputOf<ReverseReceipt>['params'];
type Reversed = Outcome<Invoice, FailureOf<ReverseReceipt>>;

/**
 * Records the reversal of a receipt, which itself stays as it is. The amount it paid is open again.
 */
export function reverseReceipt(
  database: Database,
  { invoiceId, receiptId, id, ...command }: Reversing,
  context: CommandContext,
): Promise<Reversed> {
  const { session, now } = context;
  const reason = command.reason.trim();
  const conflicts = { invoice_receipt_reversals_pkey: idConflict };
  return transactionOrConflict(database, conflicts, async (transaction): Promise<Reversed> => {
    const held = await holdInvoice(transaction, { scope: session.scope, id: invoiceId });
    if (!held) return refuse('not_found');
    const { portfolioId, number, currency } = held;
    const receipt = await findReceipt(transaction, { portfolioId, id: receiptId });
    if (receipt?.invoiceId !== invoiceId) return refuse('not_found');
    if (reason === '') return refuse('reason_missing', { field: 'reason' });
    const { reversal, amountMinor } = receipt;
    if (reversal?.id === id) {
      return reversal.reason === reason
        ? answer(transaction, context, invoiceId)
        : refuse('id_reused_with_different_content');
    }
    if (reversal) return refuse('receipt_already_reversed');
    const at = now.toISOString();
    await insertReceiptReversal(transaction, {
      portfolioId,
      id,
      receiptId,
      reason,
      by: session.account.id,
      at,
    });
    const details = { number, receiptId, amountMinor, currency, reason };
    await audit(transaction, context, { held, event: 'reverse-receipt', after: details });
    return answer(transaction, context, invoiceId);
  });
}

const answer = (
  transaction: Transaction,
  { session: { scope, businessDate } }: CommandContext,
  id: string,
): Promise<Outcome<Invoice, 'not_found'>> => readInvoice(transaction, { scope, businessDate, id });

type Audited = {
  readonly held: HeldInvoice;
  readonly event: 'record-receipt' | 'reverse-receipt';
  readonly after: Readonly<Record<string, string | number | null>>;
};

function audit(
  transaction: Transaction,
  context: CommandContext,
  { held: { portfolioId, id, loanId }, event, after }: Audited,
) {
  return auditInvoice(transaction, context, { portfolioId, id, loanId, event }, { after });
}
