import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Search } from '@bursar/contracts/reporting/search';
import { westernDigits } from '@bursar/contracts/western-digits';
import { matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import {
  inEachPortfolio,
  inScope,
  invoicesInScope,
  ofLoansInScope,
  todayOfEach,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { paymentsOfLine } from '../../intake/bank-files/match/line-payments.store.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { duesOn } from '../../servicing/loan-lists/dues.store.ts';
import { listRowsOf, loanReference } from '../../servicing/loan-lists/loans.store.ts';
import type { Amount } from './read-amounts.ts';

type Answer = AnswerOf<Search>;

type Sought = {
  readonly scope: Scope;
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly limit: number;
};

/** The trigram index needs at least three characters. */
const hasLongWord = (text: string) => /[^\s]{3}/u.test(text);

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type PaymentsSought = Sought & {
  /** Whether the reader may see bank files; only then is the bank's reference searched. */
  readonly withBankReferences: boolean;
};

/** Finds payments of loans in scope by amount, receipt number, note or bank reference. */
export async function findPayments(
  database: Queryable,
  { scope, text, amounts, limit, withBankReferences }: PaymentsSought,
): Promise<Answer['payments']> {
  const sql = replicaReads(database);
  const latest = (conditionIn: (portfolioId: Fragment) => Fragment) =>
    inEachPortfolio(
      sql,
      scope,
      (portfolioId) => sql`(
        select payment.portfolio_id, payment.id, payment.posted_at from payments payment
        where payment.portfolio_id = ${portfolioId} and ${conditionIn(portfolioId)}
          and ${ofLoansInScope(sql, scope, 'payment')}
        order by payment.posted_at desc, payment.id desc limit ${limit})`,
    );
  const ways = [
    ...(amounts.length > 0
      ? [
          latest(() =>
            isAmount(sql, sql`payment.currency`, { figure: sql`payment.amount_minor`, amounts }),
          ),
        ]
      : []),
    ...(uuidForm.test(text) ? [latest(() => sql`payment.id = ${text}`)] : []),
    ...(hasLongWord(text)
      ? [
          latest(
            () =>
              sql`payment.note <> '' and ${matchesSearch(sql, sql`search_form(payment.note)`, text)}`,
          ),
        ]
      : []),
    ...(withBankReferences
      ? [latest((portfolioId) => hasBankReference(sql, portfolioId, text))]
      : []),
  ];
  if (ways.length === 0) return [];
  const found = ways.reduce((all, way) => sql`${all} union ${way}`);
  const rows = await sql<(Omit<Answer['payments'][number], 'loanReference'> & Numbered)[]>`
    with found as materialized (
      select * from (${found}) way order by posted_at desc, id desc limit ${limit}
    )
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.amount_minor,
      payment.currency, payment.value_date, exists (
        select from payment_reversals reversal
        where reversal.portfolio_id = payment.portfolio_id
          and reversal.payment_id = payment.id) as is_reversed
    from found
    join payments payment
      on payment.portfolio_id = found.portfolio_id and payment.id = found.id
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    order by payment.posted_at desc, payment.id desc`;
  return rows.map(({ referenceNumber, ...row }) => ({
    ...row,
    loanReference: loanReference(referenceNumber),
  }));
}

type Numbered = { readonly referenceNumber: number };

function hasBankReference(sql: Queryable, portfolioId: Fragment, text: string): Fragment {
  const bankId = text.toLowerCase();
  return sql`payment.id in (
    select paid.payment_id from bank_file_lines line
    cross join lateral ${paymentsOfLine(sql)} paid
    where line.portfolio_id = ${portfolioId}
      and lower(line.bank_id) in (${bankId}, ${westernDigits(bankId)})
      and line.posted_payment_id is not null)`;
}

export async function findInvoices(
  database: Queryable,
  { scope, text, amounts, limit }: Sought,
): Promise<Answer['invoices']> {
  const sql = replicaReads(database);
  const searchText = sql`search_form(coalesce(invoice.number, '') || ' ' || invoice.customer_name)`;
  const ways = [
    ...(hasLongWord(text) ? [matchesSearch(sql, searchText, text)] : []),
    ...(amounts.length > 0
      ? [isAmount(sql, sql`invoice.currency`, { figure: sql`invoice.total_minor`, amounts })]
      : []),
  ];
  if (ways.length === 0) return [];
  const found = ways.reduce((all, way) => sql`${all} or ${way}`);
  const rows = await sql<Answer['invoices']>`
    select invoice.id, invoice.number, invoice.customer_name as customer, invoice.total_minor,
      invoice.currency
    from invoices invoice
    where (${found}) and ${invoicesInScope(sql, scope)}
    order by invoice.created_at desc, invoice.id desc limit ${limit}`;
  return rows.map((row) => ({ ...row }));
}

type DueSought = Viewer & Pick<Sought, 'amounts' | 'limit'>;

/**
 * Finds loans with exactly this amount due today. Reads the amount from an index for loans whose
 * stored figure is current, and calculates it for loans that the daily job has not updated yet.
 */
export async function findLoansDue(
  database: Queryable,
  { amounts, limit, ...viewer }: DueSought,
): Promise<Answer['loansDue']> {
  if (amounts.length === 0) return [];
  const sql = replicaReads(database);
  const today = todayOfEach(sql, viewer);
  const due = duesOn(sql, 'due_minor', today);
  const firstRows = (portfolioId: Fragment) => sql`(
    select listed.* from loan_list_rows listed
    where listed.portfolio_id = ${portfolioId} and ${inScope(sql, viewer.scope, 'listed')}
      and ${isActiveIn(sql, 'listed')}
      and (${isOneOf(sql, sql`listed.due_minor`, amounts)}
        or listed.dues_hold_until < ${today} or listed.dues_counted_on > ${today})
      and ${isAmount(sql, sql`listed.currency`, { figure: due, amounts })}
    order by listed.reference_number limit ${limit})`;
  const rows = await listRowsOf(sql, viewer, {
    page: inEachPortfolio(sql, viewer.scope, firstRows),
    by: sql`listed.reference_number, listed.loan_id`,
  });
  return rows.slice(0, limit).map((row) => ({
    id: row.id,
    reference: row.reference,
    borrower: row.borrower.name ?? row.externalId,
    dueMinor: row.dueMinor,
    currency: row.currency,
    daysPastDue: row.daysPastDue,
  }));
}

/** Compares the amount without its currency, because an index can then find the rows. */
function isOneOf(sql: Queryable, figure: Fragment, amounts: readonly Amount[]): Fragment {
  return sql`${figure} = any(${amounts.map(({ amountMinor }) => amountMinor)}::bigint[])`;
}

type Figure = { readonly figure: Fragment; readonly amounts: readonly Amount[] };

/** Compares the amount together with its currency. */
function isAmount(sql: Queryable, currency: Fragment, { figure, amounts }: Figure): Fragment {
  const minors = amounts.map(({ amountMinor }) => amountMinor);
  const currencies = amounts.map((amount) => amount.currency);
  return sql`(${isOneOf(sql, figure, amounts)} and (${currency}, ${figure}) in (
    select * from unnest(${currencies}::text[], ${minors}::bigint[])))`;
}
