import type { FailureOf } from '@bursar/contracts/endpoint';
import type { LinkPayment, UnlinkPayment } from '@bursar/contracts/records/invoice-payments';
import type {
  CreditInvoice,
  Invoice,
  IssueInvoice,
  VoidInvoice,
} from '@bursar/contracts/records/invoices';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockWorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import { holdInvoice, listLines, type HeldInvoice } from './invoices.store.ts';
import {
  deleteLink,
  findOpposite,
  insertLink,
  insertOpposite,
  issueDraft,
  listFreePayments,
  listPaidBy,
  markVoid,
  sumPaid,
} from './issued-invoices.store.ts';
import { auditInvoice, readInvoice } from './keep-invoice.ts';

type Settled<Refused extends Parameters<typeof refuse>[0]> = Promise<Outcome<Invoice, Refused>>;

/**
 * Issues the draft in the version that the caller saw. A repeated request returns the issued
 * invoice.
 */
export function issueInvoice(
  database: Database,
  { id, version }: { readonly id: string; readonly version: number },
  context: CommandContext,
): Settled<FailureOf<IssueInvoice>> {
  return database.begin(async (transaction): Settled<FailureOf<IssueInvoice>> => {
    const { scope, businessDate, account } = context.session;
    const held = await holdInvoice(transaction, { scope, id });
    if (!held) return refuse('not_found');
    const { portfolioId, dueOn, totalMinor, currency } = held;
    if (held.state !== 'draft') {
      const isReplayed =
        held.state === 'issued' && held.version === version + 1 && held.issuedBy === account.id;
      return isReplayed ? answer(transaction, context, id) : refuse('invoice_is_no_draft');
    }
    if (held.version !== version) return refuse('changed_since');
    const lines = await listLines(transaction, held);
    if (lines.length === 0) return refuse('invoice_has_no_lines', { field: 'lines' });
    if (totalMinor <= 0) return refuse('invoice_total_not_positive', { field: 'lines' });
    if (dueOn < businessDate) return refuse('day_passed', { field: 'dueOn' });
    await issueDraft(transaction, { portfolioId, id, on: businessDate, by: account.id });
    await auditNumbered(
      transaction,
      context,
      { held, event: 'issue-invoice' },
      { dueOn, totalMinor, currency },
    );
    return answer(transaction, context, id);
  });
}

/** Voids an invoice issued by mistake. It retains its number, but has nothing to pay. */
export function voidInvoice(
  database: Database,
  { id, reason }: { readonly id: string; readonly reason: string },
  context: CommandContext,
): Settled<FailureOf<VoidInvoice>> {
  return database.begin(async (transaction): Settled<FailureOf<VoidInvoice>> => {
    const held = await holdInvoice(transaction, { scope: context.session.scope, id });
    if (!held) return refuse('not_found');
    if (reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const current = await checkTakenBack(transaction, held);
    if (!current.ok) return current;
    await markVoid(transaction, {
      portfolioId: held.portfolioId,
      id,
      reason: reason.trim(),
      by: context.session.account.id,
      at: context.now.toISOString(),
    });
    await auditNumbered(
      transaction,
      context,
      { held, event: 'void-invoice' },
      { reason: reason.trim() },
    );
    return answer(transaction, context, id);
  });
}

type Credit = { readonly invoiceId: string; readonly id: string; readonly reason: string };

/** Cancels an invoice with a credit note that has its own number. Both remain on record. */
export function creditInvoice(
  database: Database,
  { invoiceId, id, reason }: Credit,
  context: CommandContext,
): Settled<FailureOf<CreditInvoice>> {
  return database.begin(async (transaction): Settled<FailureOf<CreditInvoice>> => {
    const { scope, businessDate: on, account } = context.session;
    const held = await holdInvoice(transaction, { scope, id: invoiceId });
    if (!held) return refuse('not_found');
    if (reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const { portfolioId } = held;
    const earlier = await findOpposite(transaction, { portfolioId, id: invoiceId });
    if (earlier?.id === id) {
      return earlier.reason === reason.trim()
        ? answer(transaction, context, id)
        : refuse('id_reused_with_different_content');
    }
    const current = await checkTakenBack(transaction, held);
    if (!current.ok) return current;
    const made = { portfolioId, id, credits: held, reason: reason.trim(), on, by: account.id };
    const isNew = await insertOpposite(transaction, { ...made, at: context.now.toISOString() });
    if (!isNew) return refuse('id_reused_with_different_content');
    await issueDraft(transaction, { portfolioId, id, on, by: account.id });
    await auditNumbered(
      transaction,
      context,
      { held, event: 'credit-invoice' },
      { creditNoteId: id, reason: reason.trim() },
    );
    return answer(transaction, context, id);
  });
}

async function checkTakenBack(
  transaction: Transaction,
  held: HeldInvoice,
): Promise<
  Outcome<null, 'invoice_is_not_issued' | 'invoice_is_credited' | 'invoice_has_payments'>
> {
  if (held.state !== 'issued' || held.kind !== 'invoice') return refuse('invoice_is_not_issued');
  if (await findOpposite(transaction, held)) return refuse('invoice_is_credited');
  if ((await sumPaid(transaction, held)) > 0) return refuse('invoice_has_payments');
  return succeed(null);
}

type Linked = { readonly id: string; readonly paymentId: string };

/**
 * Links a payment to an invoice of its loan, with the invoice's open amount or the payment's free
 * amount, whichever is smaller. It locks the loan first, so that two invoices cannot use the same
 * money.
 */
export function linkPayment(
  database: Database,
  { id, paymentId }: Linked,
  context: CommandContext,
): Settled<FailureOf<LinkPayment>> {
  return database.begin(async (transaction): Settled<FailureOf<LinkPayment>> => {
    const { scope, account } = context.session;
    const found = await readInvoice(transaction, { ...context.session, id });
    if (!found.ok) return found;
    const loanId = found.value.loan?.id;
    if (loanId === undefined) return refuse('invoice_is_of_no_loan');
    if (!(await lockWorkedLoan(transaction, { scope, loanId }))) return refuse('not_found');
    const held = await holdInvoice(transaction, { scope, id });
    if (!held) return refuse('not_found');
    if (held.state !== 'issued' || held.kind !== 'invoice') return refuse('invoice_is_not_issued');
    const { portfolioId } = held;
    const linked = await listPaidBy(transaction, held);
    const isLinked = linked.some((one) => one.id === paymentId && !one.isReversed);
    if (isLinked) return answer(transaction, context, id);
    if (await findOpposite(transaction, held)) return refuse('invoice_is_credited');
    const openMinor = held.totalMinor - (await sumPaid(transaction, held));
    if (openMinor <= 0) return refuse('invoice_is_paid');
    const free = await listFreePayments(transaction, { portfolioId, loanId });
    const payment = free.find((one) => one.id === paymentId);
    if (!payment) return refuse('payment_is_used_up');
    const amountMinor = Math.min(openMinor, payment.freeMinor);
    const at = context.now.toISOString();
    await insertLink(transaction, { portfolioId, id, paymentId, amountMinor, by: account.id, at });
    const { currency } = held;
    await auditNumbered(
      transaction,
      context,
      { held, event: 'link-payment' },
      { paymentId, amountMinor, currency },
    );
    return answer(transaction, context, id);
  });
}

export function unlinkPayment(
  database: Database,
  { id, paymentId }: Linked,
  context: CommandContext,
): Settled<FailureOf<UnlinkPayment>> {
  return database.begin(async (transaction): Settled<FailureOf<UnlinkPayment>> => {
    const held = await holdInvoice(transaction, { scope: context.session.scope, id });
    if (!held) return refuse('not_found');
    const { portfolioId, currency } = held;
    const amountMinor = await deleteLink(transaction, { portfolioId, id, paymentId });
    if (amountMinor === null) return refuse('not_found');
    await auditNumbered(
      transaction,
      context,
      { held, event: 'unlink-payment' },
      { paymentId, amountMinor, currency },
    );
    return answer(transaction, context, id);
  });
}

async function answer(
  transaction: Transaction,
  { session: { scope, businessDate } }: CommandContext,
  id: string,
): Promise<Outcome<Invoice, 'not_found'>> {
  return readInvoice(transaction, { scope, businessDate, id });
}

type What = {
  readonly held: HeldInvoice;
  readonly event: Parameters<typeof auditInvoice>[2]['event'];
};

/**
 * Writes an audit event with the number that the invoice has now. A draft gets its number only when
 * it is issued.
 */
async function auditNumbered(
  transaction: Transaction,
  context: CommandContext,
  { held: { portfolioId, id, loanId }, event }: What,
  after: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const now = await holdInvoice(transaction, { scope: context.session.scope, id });
  await auditInvoice(
    transaction,
    context,
    { portfolioId, id, loanId, event },
    { after: { number: now?.number ?? null, ...after } },
  );
}
