import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListPaymentsToLink } from '@bursar/contracts/records/invoice-payments';
import type { Invoice, ReadInvoiceableLoan } from '@bursar/contracts/records/invoices';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { currentIssuers } from './invoice-issuers.store.ts';
import type { HeldInvoice } from './invoices.store.ts';

type InvoiceKey = { readonly portfolioId: string; readonly id: string };

type Issue = InvoiceKey & { readonly on: string; readonly by: string };

/**
 * Assigns the next number of the year to a draft and fixes its issuer. The series is locked and
 * rolls back with the transaction, so no number is used twice or skipped.
 */
export async function issueDraft(
  transaction: Transaction,
  { portfolioId, id, on, by }: Issue,
): Promise<void> {
  await transaction`
    with next as (
      insert into invoice_series (portfolio_id, year, last_number)
      values (${portfolioId}, extract(year from ${on}::date)::smallint, 1)
      on conflict (portfolio_id, year)
        do update set last_number = invoice_series.last_number + 1
      returning year, last_number
    )
    update invoices invoice set state = 'issued', series_year = next.year,
      series_number = next.last_number, issued_on = ${on}, issued_by = ${by},
      issuer_name = issuer.name, issuer_address = issuer.address,
      issuer_tax_number = issuer.tax_number, issuer_payment_details = issuer.payment_details,
      version = invoice.version + 1
    from next, ${currentIssuers(transaction)}
    where invoice.portfolio_id = ${portfolioId} and invoice.id = ${id}
      and issuer.portfolio_id = invoice.portfolio_id`;
}

type Voiding = InvoiceKey & { readonly reason: string; readonly by: string; readonly at: string };

export async function markVoid(
  transaction: Transaction,
  { portfolioId, id, reason, by, at }: Voiding,
): Promise<void> {
  await transaction`
    update invoices set state = 'void', reason = ${reason}, voided_by = ${by}, voided_at = ${at},
      version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

type Opposite = InvoiceKey & {
  readonly credits: HeldInvoice;
  readonly reason: string;
  readonly on: string;
  readonly by: string;
  readonly at: string;
};

/** Inserts a draft with the opposite of every line of an invoice. Returns whether its id is new. */
export async function insertOpposite(
  transaction: Transaction,
  { portfolioId, id, credits, reason, on, by, at }: Opposite,
): Promise<boolean> {
  const rows = await transaction`
    insert into invoices (portfolio_id, id, kind, state, loan_id, credits_id, customer_name,
      customer_address, customer_tax_number, language, currency, due_on, note, net_minor, tax_minor,
      total_minor, reason, created_by, created_at)
    select portfolio_id, ${id}, 'credit-note', 'draft', loan_id, id, customer_name,
      customer_address, customer_tax_number, language, currency, ${on}, '', -net_minor, -tax_minor,
      -total_minor, ${reason}, ${by}, ${at}
    from invoices where portfolio_id = ${portfolioId} and id = ${credits.id}
    on conflict (portfolio_id, id) do nothing returning id`;
  if (rows.length === 0) return false;
  await transaction`
    insert into invoice_lines (portfolio_id, invoice_id, number, description, quantity,
      unit_price_minor, tax_percent, net_minor, instalment_number, part)
    select portfolio_id, ${id}, number, description, -quantity, unit_price_minor, tax_percent,
      -net_minor, instalment_number, part
    from invoice_lines where portfolio_id = ${portfolioId} and invoice_id = ${credits.id}`;
  return true;
}

export async function findOpposite(
  sql: Queryable,
  { portfolioId, id }: InvoiceKey,
): Promise<{ readonly id: string; readonly reason: string } | null> {
  const [row] = await sql<{ id: string; reason: string }[]>`
    select id, reason from invoices where portfolio_id = ${portfolioId} and credits_id = ${id}`;
  return row ?? null;
}

/** Lists all linked payments and recorded receipts, including reversed ones. */
export async function listPaidBy(
  sql: Queryable,
  { portfolioId, id }: InvoiceKey,
): Promise<Invoice['payments']> {
  const rows = await sql<Invoice['payments']>`
    select id, kind, value_date, method, reference, amount_minor, is_reversed, reason, linked_by,
      linked_at
    from (
      select payment.number, payment.id, 'payment' as kind, payment.value_date, payment.method,
        '' as reference, linked.amount_minor, payment.reversal_id is not null as is_reversed,
        null as reason, linker.name as linked_by, linked.linked_at
      from invoice_payments linked
      join effective_payments payment
        on payment.portfolio_id = linked.portfolio_id and payment.id = linked.payment_id
      join accounts linker on linker.id = linked.linked_by
      where linked.portfolio_id = ${portfolioId} and linked.invoice_id = ${id}
      union all
      select receipt.number, receipt.id, 'receipt', receipt.value_date, receipt.method,
        receipt.reference, receipt.amount_minor, receipt.reversal_id is not null, receipt.reason,
        recorder.name, receipt.recorded_at
      from effective_invoice_receipts receipt
      join accounts recorder on recorder.id = receipt.recorded_by
      where receipt.portfolio_id = ${portfolioId} and receipt.invoice_id = ${id}
    ) paying
    order by number`;
  return rows.map((row) => ({ ...row }));
}

export async function sumPaid(sql: Queryable, { portfolioId, id }: InvoiceKey): Promise<number> {
  const payments = await listPaidBy(sql, { portfolioId, id });
  return payments
    .filter(({ isReversed }) => !isReversed)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

type PaymentsToLink = AnswerOf<ListPaymentsToLink>['payments'];
type OfLoan = { readonly portfolioId: string; readonly loanId: string };

/**
 * Lists the effective payments of a loan, each with its free amount: the amount that is not linked
 * to an invoice. Payments that are linked in full are left out. An amount that became credit is not
 * free, because the payment that uses the credit can be linked. A linked amount can become credit
 * later, so the free amount of a payment is at most that of all payments of the loan together.
 */
export async function listFreePayments(
  sql: Queryable,
  { portfolioId, loanId }: OfLoan,
): Promise<PaymentsToLink> {
  const rows = await sql<PaymentsToLink>`
    select id, value_date, method, amount_minor, free_minor
    from (
      select payment.number, payment.id, payment.value_date, payment.method, payment.amount_minor,
        least(own.minor, sum(own.minor) over ())::bigint as free_minor
      from effective_payments payment
      cross join lateral (
        select payment.amount_minor - payment.credit_minor
          - coalesce(sum(linked.amount_minor), 0)::bigint as minor
        from invoice_payments linked
        where linked.portfolio_id = payment.portfolio_id and linked.payment_id = payment.id
      ) own
      where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${loanId}
        and payment.reversal_id is null
    ) payment
    where free_minor > 0
    order by number desc`;
  return rows.map((row) => ({ ...row }));
}

type Link = InvoiceKey & {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly by: string;
  readonly at: string;
};

export async function insertLink(
  transaction: Transaction,
  { portfolioId, id, paymentId, amountMinor, by, at }: Link,
): Promise<void> {
  await transaction`
    insert into invoice_payments
      (portfolio_id, invoice_id, payment_id, amount_minor, linked_by, linked_at)
    values (${portfolioId}, ${id}, ${paymentId}, ${amountMinor}, ${by}, ${at})`;
}

/** Deletes a link. Returns the amount that it paid, or null if there was none. */
export async function deleteLink(
  transaction: Transaction,
  { portfolioId, id, paymentId }: InvoiceKey & { readonly paymentId: string },
): Promise<number | null> {
  const [row] = await transaction<{ amountMinor: number }[]>`
    delete from invoice_payments
    where portfolio_id = ${portfolioId} and invoice_id = ${id} and payment_id = ${paymentId}
    returning amount_minor`;
  return row?.amountMinor ?? null;
}

type Invoiceable = AnswerOf<ReadInvoiceableLoan>;
type UnpaidPart = Omit<Invoiceable['dues'][number], 'descriptions'>;

/**
 * Lists the unpaid parts of a loan's instalments, one row per part, with the latest invoice that
 * asks for it, if any.
 */
export async function listDuesOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: OfLoan,
): Promise<UnpaidPart[]> {
  const rows = await sql<UnpaidPart[]>`
    select due.number, due.due_on, part.name as part, part.open_minor, latest.reference as invoiced_by
    from instalments due
    cross join lateral (values
      (1, 'principal', due.principal_minor - due.principal_paid_minor),
      (2, 'interest', due.interest_minor - due.interest_paid_minor),
      (3, 'fees', due.fees_minor - due.fees_paid_minor),
      (4, 'penalties', due.penalties_minor - due.penalties_paid_minor)
    ) part(place, name, open_minor)
    left join lateral (
      select jsonb_build_object('id', invoice.id, 'number', invoice.number) as reference
      from invoices invoice
      join invoice_lines line
        on line.portfolio_id = invoice.portfolio_id and line.invoice_id = invoice.id
      where invoice.portfolio_id = due.portfolio_id and invoice.loan_id = due.loan_id
        and invoice.kind = 'invoice' and invoice.state <> 'void'
        and line.instalment_number = due.number and line.part = part.name
        and not exists (
          select from invoices opposite where opposite.portfolio_id = invoice.portfolio_id
            and opposite.credits_id = invoice.id)
      order by invoice.created_at desc limit 1
    ) latest on true
    where due.portfolio_id = ${portfolioId} and due.loan_id = ${loanId} and part.open_minor > 0
    order by due.number, part.place`;
  return rows.map((row) => ({ ...row }));
}

export async function readDebtor(
  sql: Queryable,
  { portfolioId, loanId, today }: OfLoan & { readonly today: string },
) {
  type Debtor = Pick<Invoiceable, 'borrowerName' | 'borrowerAddress' | 'borrowerLanguage'> & {
    readonly referenceNumber: number;
  };
  const [row] = await sql<Debtor[]>`
    select loan.reference_number, coalesce(borrower.name, borrower.external_id) as borrower_name,
      borrower_reach(borrower.portfolio_id, borrower.id, 'address', ${today}) as borrower_address,
      borrower.language as borrower_language
    from loans loan
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} is missing`);
  return row;
}
