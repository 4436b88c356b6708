import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  Invoice,
  InvoiceInputs,
  InvoiceRow,
  ListInvoices,
} from '@bursar/contracts/records/invoices';
import type { InvoiceTotals } from '@bursar/loan-maths/invoice';
import { allOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { invoicesInScope, todayOf, type Viewer, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { currentIssuers } from './invoice-issuers.store.ts';

export type InvoiceFilter = {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly loanId?: string | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
};

/**
 * Selects the invoices in scope as `invoice`, with the status that follows from the day, payments
 * and credit notes.
 */
function currentInvoices(sql: Queryable, viewer: Viewer): Fragment {
  return sql`(
    select invoice.*, portfolio.name as portfolio_name, portfolio.currency as portfolio_currency,
      loan.reference_number, opposite.id as credited_by_id, opposite.number as credited_by_number,
      paid.paid_minor, today.business_date, case
        when invoice.state <> 'issued' then invoice.state
        when invoice.kind = 'credit-note' then 'credit'
        when opposite.id is not null then 'credited'
        when paid.paid_minor >= invoice.total_minor then 'paid'
        when invoice.due_on < today.business_date then 'overdue'
        when paid.paid_minor > 0 then 'part-paid'
        else 'issued' end as status
    from invoices invoice
    join portfolios portfolio on portfolio.id = invoice.portfolio_id
    left join loans loan
      on loan.portfolio_id = invoice.portfolio_id and loan.id = invoice.loan_id
    left join invoices opposite
      on opposite.portfolio_id = invoice.portfolio_id and opposite.credits_id = invoice.id
    cross join lateral (select ${todayOf(sql, viewer, 'invoice')} as business_date) today
    cross join lateral (
      select coalesce(sum(paying.amount_minor), 0)::bigint as paid_minor
      from (
        select linked.amount_minor from invoice_payments linked
        where linked.portfolio_id = invoice.portfolio_id and linked.invoice_id = invoice.id
          and not exists (
            select from payment_reversals reversal
            where reversal.portfolio_id = linked.portfolio_id
              and reversal.payment_id = linked.payment_id)
        union all
        select receipt.amount_minor from effective_invoice_receipts receipt
        where receipt.portfolio_id = invoice.portfolio_id and receipt.invoice_id = invoice.id
          and receipt.reversal_id is null
      ) paying
    ) paid
    where ${invoicesInScope(sql, viewer.scope)}
  ) invoice`;
}

const open = (sql: Queryable) => sql`(case
  when invoice.status in ('issued', 'part-paid', 'overdue') then invoice.total_minor - invoice.paid_minor
  else 0 end)`;

function matches(sql: Queryable, filter: InvoiceFilter): Fragment {
  const { q, status, loanId, dueFrom, dueTo } = filter;
  const found = sql`search_form(concat_ws(' ', invoice.number, invoice.customer_name,
    'L-' || lpad(invoice.reference_number::text, 6, '0')))`;
  return allOf(sql, [
    sql`true`,
    ...(q?.trim() ? [matchesSearch(sql, found, q)] : []),
    ...(status ? [sql`invoice.status in ${sql(status.split(','))}`] : []),
    ...(loanId ? [sql`invoice.loan_id = ${loanId}`] : []),
    ...(dueFrom ? [sql`invoice.due_on >= ${dueFrom}`] : []),
    ...(dueTo ? [sql`invoice.due_on <= ${dueTo}`] : []),
  ]);
}

type SortKey = {
  readonly value: Fragment;
  readonly kind: 'integer' | 'day';
  readonly type: Fragment;
};

function sortKey(sql: Queryable, sort: string): SortKey {
  const amount = { kind: 'integer', type: sql`bigint` } as const;
  if (sort.endsWith('due')) return { value: sql`invoice.due_on`, kind: 'day', type: sql`date` };
  if (sort.endsWith('total')) return { ...amount, value: sql`invoice.total_minor` };
  return { ...amount, value: sql`(extract(epoch from invoice.created_at) * 1000000)::bigint` };
}

export type InvoicePage = InvoiceFilter & {
  readonly sort: string;
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function listInvoiceRows(
  sql: Queryable,
  { query, ...viewer }: Viewer & { query: InvoicePage },
): Promise<Pick<AnswerOf<ListInvoices>, 'rows' | 'nextCursor'>> {
  const { value, kind, type } = sortKey(sql, query.sort);
  const cursor = readCursor(query.after, kind);
  const [direction, beyond] = query.sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const rows = await sql<(ListedRow & { sortValue: string | number })[]>`
    select invoice.id, invoice.number, invoice.kind, invoice.status, invoice.customer_name,
      invoice.loan_id, invoice.reference_number, invoice.portfolio_id, invoice.portfolio_name,
      invoice.currency, invoice.issued_on, invoice.due_on, invoice.net_minor, invoice.tax_minor,
      invoice.total_minor, ${open(sql)} as open_minor, invoice.created_at, ${value} as sort_value
    from ${currentInvoices(sql, viewer)}
    where ${matches(sql, query)}
      ${cursor ? sql`and (${value}, invoice.id) ${beyond} (${cursor.value}::${type}, ${cursor.id}::uuid)` : sql``}
    order by ${value} ${direction}, invoice.id ${direction} limit ${query.limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: ({ sortValue }) => sortValue,
  });
  return { rows: page.map(toRow), nextCursor };
}

type ListedRow = Omit<InvoiceRow, 'loan' | 'portfolio'> & Named;
type Named = {
  readonly loanId: string | null;
  readonly referenceNumber: number | null;
  readonly portfolioId: string;
  readonly portfolioName: string;
};

function named({ loanId, referenceNumber, portfolioId, portfolioName }: Named) {
  const isOfLoan = loanId !== null && referenceNumber !== null;
  return {
    portfolio: { id: portfolioId, name: portfolioName },
    loan: isOfLoan ? { id: loanId, reference: loanReference(referenceNumber) } : null,
  };
}

function toRow(row: ListedRow & { sortValue: string | number }): InvoiceRow {
  const { loanId, referenceNumber, portfolioId, portfolioName, sortValue: _, ...shown } = row;
  return { ...shown, ...named({ loanId, referenceNumber, portfolioId, portfolioName }) };
}

/**
 * Counts all matching invoices and sums their amounts per currency. Drafts, credit notes, void and
 * credited invoices add no amounts.
 */
export async function sumInvoices(
  sql: Queryable,
  { filter, ...viewer }: Viewer & { filter: InvoiceFilter },
): Promise<AnswerOf<ListInvoices>['sums']> {
  type Sums = AnswerOf<ListInvoices>['sums']['amounts'][number] & { readonly count: number };
  const rows = await sql<Sums[]>`
    select invoice.currency, count(*) as count,
      coalesce(sum(invoice.total_minor) filter (
        where invoice.status in ('issued', 'part-paid', 'overdue', 'paid')), 0)::bigint as total_minor,
      coalesce(sum(${open(sql)}), 0)::bigint as open_minor,
      coalesce(sum(${open(sql)}) filter (where invoice.status = 'overdue'), 0)::bigint as overdue_minor
    from ${currentInvoices(sql, viewer)}
    where ${matches(sql, filter)} group by 1 order by 1`;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    amounts: rows.map(({ count: _count, ...amounts }) => amounts),
  };
}

export type OneInvoice = Viewer & { readonly id: string };

type InvoiceRecord = Omit<
  Invoice,
  'loan' | 'portfolio' | 'issuer' | 'lines' | 'taxes' | 'payments' | 'credits' | 'creditedBy'
> &
  Named & {
    readonly issuerName: string;
    readonly issuerAddress: string;
    readonly issuerTaxNumber: string;
    readonly issuerPaymentDetails: string;
    readonly creditsId: string | null;
    readonly creditsNumber: string | null;
    readonly creditedById: string | null;
    readonly creditedByNumber: string | null;
  };

/** Finds an invoice without its lines and payments. A draft has the current issuer. */
export async function findInvoice(sql: Queryable, { id, ...viewer }: OneInvoice) {
  const [row] = await sql<InvoiceRecord[]>`
    select invoice.id, invoice.version, invoice.kind, invoice.status, invoice.number,
      invoice.portfolio_id, invoice.portfolio_name, invoice.loan_id, invoice.reference_number,
      invoice.currency, invoice.customer_name, invoice.customer_address,
      invoice.customer_tax_number, invoice.language, invoice.due_on, invoice.note,
      coalesce(invoice.issuer_name, issuer.name) as issuer_name,
      coalesce(invoice.issuer_address, issuer.address) as issuer_address,
      coalesce(invoice.issuer_tax_number, issuer.tax_number) as issuer_tax_number,
      coalesce(invoice.issuer_payment_details, issuer.payment_details) as issuer_payment_details,
      invoice.net_minor, invoice.tax_minor, invoice.total_minor, invoice.paid_minor,
      ${open(sql)} as open_minor, invoice.reason, invoice.business_date,
      credited.id as credits_id, credited.number as credits_number,
      invoice.credited_by_id, invoice.credited_by_number,
      maker.name as created_by, invoice.created_at, invoice.issued_on, sender.name as issued_by,
      invoice.voided_at, voider.name as voided_by
    from ${currentInvoices(sql, viewer)}
    join accounts maker on maker.id = invoice.created_by
    left join accounts sender on sender.id = invoice.issued_by
    left join accounts voider on voider.id = invoice.voided_by
    join ${currentIssuers(sql)} on issuer.portfolio_id = invoice.portfolio_id
    left join invoices credited
      on credited.portfolio_id = invoice.portfolio_id and credited.id = invoice.credits_id
    where invoice.id = ${id}`;
  if (!row) return null;
  const { loanId, referenceNumber, portfolioId, portfolioName, ...invoice } = row;
  return { ...invoice, ...named({ loanId, referenceNumber, portfolioId, portfolioName }) };
}

type InvoiceKey = { readonly portfolioId: string; readonly id: string };
type StoredLine = Invoice['lines'][number];

export async function listLines(
  sql: Queryable,
  { portfolioId, id }: InvoiceKey,
): Promise<StoredLine[]> {
  const rows = await sql<StoredLine[]>`
    select description, trim_scale(quantity)::text as quantity, unit_price_minor,
      trim_scale(tax_percent)::text as tax_percent, net_minor,
      case when part is not null then
        jsonb_build_object('number', instalment_number, 'part', part) end as instalment
    from invoice_lines where portfolio_id = ${portfolioId} and invoice_id = ${id} order by number`;
  return rows.map((row) => ({ ...row }));
}

export type HeldInvoice = InvoiceKey & {
  readonly loanId: string | null;
  readonly kind: 'invoice' | 'credit-note';
  readonly state: 'draft' | 'issued' | 'void';
  readonly number: string | null;
  readonly currency: string;
  readonly dueOn: string;
  readonly totalMinor: number;
  readonly issuedBy: string | null;
  readonly version: number;
};

/** Locks an invoice in the scope until the transaction ends. */
export async function holdInvoice(
  transaction: Transaction,
  { scope, id }: { scope: Scope; id: string },
): Promise<HeldInvoice | null> {
  const [row] = await transaction<HeldInvoice[]>`
    select invoice.portfolio_id, invoice.id, invoice.loan_id, invoice.kind, invoice.state,
      invoice.number, invoice.currency, invoice.due_on, invoice.total_minor, invoice.issued_by,
      invoice.version
    from invoices invoice
    where invoice.id = ${id} and ${invoicesInScope(transaction, scope)} for update of invoice`;
  return row ?? null;
}

export type NewInvoice = InvoiceKey & {
  readonly inputs: InvoiceInputs;
  readonly totals: InvoiceTotals;
  readonly currency: string;
  readonly createdBy: string;
  readonly createdAt: string;
};

const headOf = (inputs: InvoiceInputs, totals: InvoiceTotals) => ({
  customer_name: inputs.customerName.trim(),
  customer_address: inputs.customerAddress.trim(),
  customer_tax_number: inputs.customerTaxNumber.trim(),
  language: inputs.language,
  due_on: inputs.dueOn,
  note: inputs.note.trim(),
  net_minor: totals.netMinor,
  tax_minor: totals.taxMinor,
  total_minor: totals.totalMinor,
});

/** Inserts a draft. Returns whether it is new; a repeated request changes nothing. */
export async function insertDraft(transaction: Transaction, made: NewInvoice): Promise<boolean> {
  const { portfolioId, id, inputs, totals, currency, createdBy, createdAt } = made;
  const row = {
    portfolio_id: portfolioId,
    id,
    kind: 'invoice',
    state: 'draft',
    loan_id: inputs.loanId,
    currency,
    created_by: createdBy,
    created_at: createdAt,
    ...headOf(inputs, totals),
  };
  const rows = await transaction`
    insert into invoices ${transaction(row)} on conflict (portfolio_id, id) do nothing returning id`;
  if (rows.length > 0) await insertLines(transaction, { portfolioId, id, inputs, totals });
  return rows.length > 0;
}

type WrittenLines = Pick<NewInvoice, 'portfolioId' | 'id' | 'inputs' | 'totals'>;

async function insertLines(
  transaction: Transaction,
  { portfolioId, id, inputs, totals }: WrittenLines,
): Promise<void> {
  const rows = inputs.lines.map(({ instalment, ...line }, at) => ({
    portfolio_id: portfolioId,
    invoice_id: id,
    number: at + 1,
    description: line.description.trim(),
    quantity: line.quantity,
    unit_price_minor: line.unitPriceMinor,
    tax_percent: line.taxPercent,
    net_minor: totals.netMinors[at] ?? 0,
    instalment_number: instalment?.number ?? null,
    part: instalment?.part ?? null,
  }));
  if (rows.length > 0) await transaction`insert into invoice_lines ${transaction(rows)}`;
}

export async function updateDraft(transaction: Transaction, change: WrittenLines): Promise<void> {
  const { portfolioId, id, inputs, totals } = change;
  await transaction`
    delete from invoice_lines where portfolio_id = ${portfolioId} and invoice_id = ${id}`;
  await insertLines(transaction, change);
  await transaction`
    update invoices set ${transaction(headOf(inputs, totals))}, version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

export async function deleteDraft(transaction: Transaction, { portfolioId, id }: InvoiceKey) {
  await transaction`delete from invoices where portfolio_id = ${portfolioId} and id = ${id}`;
}
