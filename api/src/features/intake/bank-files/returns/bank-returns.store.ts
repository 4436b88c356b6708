import type {
  BankFile,
  BankLine,
  BankReturn,
  SplitReturn,
} from '@bursar/contracts/intake/bank-files';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import { isNotReversed } from '../../../servicing/loan-account/loan-state.store.ts';
import { lineOfPayment, paymentsOfLine } from '../match/line-payments.store.ts';
import type { InPortfolio, LoanName } from '../match/match-lines.store.ts';
import { scoreOf } from '../match/match-evidence.ts';

/** The fields of an outgoing line that decide which payments or credit it may return. */
export type OutgoingLine = LineContent & {
  readonly id: string;
  readonly state: BankLine['state'];
  readonly reason: BankLine['reason'];
  readonly direction: 'in' | 'out' | null;
  readonly returnKind: NonNullable<BankLine['returned']>['kind'] | null;
  readonly returnId: string | null;
  readonly returnedPaymentId: string | null;
  readonly returnedLineId: string | null;
  readonly loanId: string | null;
};

type Lines = InPortfolio & { readonly lineIds: readonly string[] };

export async function listOutgoing(
  sql: Queryable,
  { portfolioId, lineIds }: Lines,
): Promise<readonly OutgoingLine[]> {
  return sql<OutgoingLine[]>`
    select line.id, line.number, line.bank_file_id, file.format, line.state, line.reason,
      line.direction, line.payment_id, line.account, line.bank_id, line.booked_on, line.value_on,
      line.amount_minor, line.currency, line.debtor_name, line.payer_account, line.remittance,
      line.return_kind, line.return_id, line.returned_payment_id, line.returned_line_id, line.loan_id
    from bank_file_lines line
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
    where line.portfolio_id = ${portfolioId} and line.id = any(${[...lineIds]}::uuid[])`;
}

/** Finds the effective payments whose bank lines have one of these ids of the bank. */
export async function findByBankIds(
  sql: Queryable,
  { portfolioId, bankIds }: InPortfolio & { readonly bankIds: readonly string[] },
): Promise<
  readonly { readonly bankId: string; readonly paymentId: string; readonly loanId: string }[]
> {
  if (bankIds.length === 0) return [];
  return sql<{ bankId: string; paymentId: string; loanId: string }[]>`
    select lower(line.bank_id) as bank_id, payment.payment_id, payment.loan_id
    from bank_file_lines line
    cross join lateral ${paymentsOfLine(sql)} payment
    where line.portfolio_id = ${portfolioId} and line.posted_payment_id is not null
      and lower(line.bank_id) = any(${[...bankIds]}::text[]) and not payment.is_reversed`;
}

/** Maximum number of borrowers found per line, so that a common name stays fast. */
const NAMED_MAX = 20;

/**
 * Finds the loans whose borrower or party has, in the name or legal name, all words of three or
 * more letters of the name of the line's other party.
 */
export async function findNamedLoans(
  sql: Queryable,
  { portfolioId, lineIds }: Lines,
): Promise<readonly (LoanName & { readonly lineId: string })[]> {
  return sql<(LoanName & { lineId: string })[]>`
    select line.id as line_id, loan.loan_id, known.name, name_forms(known.name) as forms
    from bank_file_lines line
    cross join lateral (
      select string_agg(quote_literal(word), ' & ')::tsquery as query
      from name_words(line.debtor_name) word where length(word) > 2
    ) sought
    cross join lateral (
      select borrower.id, borrower.name, borrower.legal_name from borrowers borrower
      where borrower.portfolio_id = line.portfolio_id and borrower.merged_into is null
        and borrower.withdrawn_at is null
        and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
          @@ sought.query
      limit ${NAMED_MAX}
    ) borrower
    cross join lateral (
      select loan.id as loan_id from loans loan
      where loan.portfolio_id = line.portfolio_id and loan.borrower_id = borrower.id
        and loan.withdrawn_at is null
      union
      select party.loan_id from loan_parties party
      where party.portfolio_id = line.portfolio_id and party.borrower_id = borrower.id
        and party.ended_at is null
    ) loan
    cross join lateral (values (borrower.name), (borrower.legal_name)) known (name)
    where line.portfolio_id = ${portfolioId} and line.id = any(${[...lineIds]}::uuid[])
      and sought.query is not null and known.name is not null`;
}

export type ReturnablePayment = {
  readonly id: string;
  readonly loanId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  /** The account that the payment came from; null if that is not known. */
  readonly payerKey: string | null;
  /** Whether the payment is one part of a split line. */
  readonly isPart: boolean;
};

/**
 * Lists the effective payments of loans in a range of amounts, without those in cash or from
 * credit.
 */
export async function listReturnable(
  sql: Queryable,
  { portfolioId, loanIds, fromMinor, toMinor }: ReturnedLoans & Range,
): Promise<readonly ReturnablePayment[]> {
  if (loanIds.length === 0) return [];
  return sql<ReturnablePayment[]>`
    select payment.id, payment.loan_id, payment.amount_minor, payment.currency, payment.value_date,
      account_key(line.payer_account) as payer_key, origin.number is not null as is_part
    from payments payment
    left join lateral ${lineOfPayment(sql)} origin on true
    left join bank_file_lines line on line.portfolio_id = payment.portfolio_id
      and line.id = origin.bank_line_id
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = any(${[...loanIds]}::uuid[])
      and payment.amount_minor between ${fromMinor} and ${toMinor}
      and payment.method not in ('cash', 'credit') and ${isNotReversed(sql)}`;
}

type ReturnedLoans = InPortfolio & { readonly loanIds: readonly string[] };
type Range = { readonly fromMinor: number; readonly toMinor: number };

export type SplitLine = {
  readonly lineId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly number: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueOn: string;
  /** The line's parts that were not reversed. */
  readonly parts: readonly SplitPart[];
  /** Whether no part was reversed. */
  readonly isWhole: boolean;
};

export type SplitPart = {
  readonly number: number;
  readonly loanId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
};

/**
 * Lists the posted split lines that have a part for one of these loans, latest first, each with the
 * parts that were not reversed. Lines whose parts were all reversed are left out.
 */
export async function listSplitLines(
  sql: Queryable,
  { portfolioId, loanIds, fromMinor, toMinor }: ReturnedLoans & Range,
): Promise<readonly SplitLine[]> {
  if (loanIds.length === 0) return [];
  return sql<SplitLine[]>`
    select line.id as line_id, line.bank_file_id as file_id, file.file_name, line.number,
      line.amount_minor, line.currency, line.value_on,
      sum(part.amount_minor) = line.amount_minor as is_whole,
      jsonb_agg(jsonb_build_object('number', part.number, 'loanId', part.loan_id,
        'paymentId', part.payment_id, 'amountMinor', part.amount_minor) order by part.number) as parts
    from bank_file_lines line
    join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
    join lateral ${paymentsOfLine(sql)} part on not part.is_reversed
    where line.portfolio_id = ${portfolioId} and line.state = 'posted'
      and line.amount_minor between ${fromMinor} and ${toMinor}
      and line.id in (
        select of_loan.bank_line_id from bank_line_parts of_loan
        where of_loan.portfolio_id = ${portfolioId}
          and of_loan.loan_id = any(${[...loanIds]}::uuid[]))
    group by line.portfolio_id, line.id, file.file_name
    order by line.value_on desc, line.id`;
}

export type ReturnLoan = {
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly borrower: string | null;
  readonly status: BankReturn['loan']['status'];
  readonly currency: string;
  readonly creditMinor: number;
  /** Refunds of the credit balance that were not undone and that no bank line has confirmed. */
  readonly refunds: readonly { readonly amountMinor: number; readonly valueDate: string }[];
};

export async function listReturnLoans(
  sql: Queryable,
  { portfolioId, loanIds }: ReturnedLoans,
): Promise<readonly ReturnLoan[]> {
  if (loanIds.length === 0) return [];
  return sql<ReturnLoan[]>`
    select loan.id as loan_id, loan.reference_number, loan.currency, state.status,
      state.credit_minor, coalesce(borrower.name, borrower.external_id) as borrower, coalesce((
        select jsonb_agg(jsonb_build_object('amountMinor', refund.amount_minor,
          'valueDate', refund.value_date))
        from credit_refunds refund
        where refund.portfolio_id = loan.portfolio_id and refund.loan_id = loan.id
          and refund.event = 'refund-credit' and not exists (
            select from credit_refunds undo
            where undo.portfolio_id = refund.portfolio_id and undo.undoes_id = refund.id)
          -- A refund that another line confirmed is not the money of this one.
          and not exists (
            select from bank_file_lines line
            where line.portfolio_id = refund.portfolio_id and line.return_id = refund.id)
      ), '[]') as refunds
    from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    join borrowers borrower on borrower.portfolio_id = loan.portfolio_id
      and borrower.id = loan.borrower_id
    where loan.portfolio_id = ${portfolioId} and loan.id = any(${[...loanIds]}::uuid[])`;
}

/**
 * Returns whether another line that is or may become a payment has the line's payment id. Earlier
 * releases derived the payment id of a return from the id that the bank gave it, which can be the
 * same as that of the returned payment.
 */
export async function sharesPaymentId(
  sql: Queryable,
  { portfolioId, id }: InPortfolio & { readonly id: string },
): Promise<boolean> {
  const rows = await sql`
    select from bank_file_lines line
    join bank_file_lines paid on paid.portfolio_id = line.portfolio_id
      and paid.payment_id = line.payment_id and paid.id <> line.id
      and (paid.state not in ('left-out', 'returned') or paid.reason = 'by-person')
    where line.portfolio_id = ${portfolioId} and line.id = ${id}`;
  return rows.length > 0;
}

type Confirmed = InPortfolio & {
  readonly id: string;
  readonly returnId: string;
  readonly found: BankReturn;
};

type ConfirmedSplit = InPortfolio & {
  readonly id: string;
  readonly returnId: string;
  readonly split: SplitReturn;
};

export async function setReturned(
  transaction: Transaction,
  { portfolioId, id, returnId, found }: Confirmed,
): Promise<void> {
  const { kind, amountMinor, evidence, loan } = found;
  await transaction`
    update bank_file_lines set state = 'returned', loan_id = ${loan.id}, return_kind = ${kind},
      return_id = ${returnId}, returned_payment_id = ${kind === 'payment' ? found.id : null},
      return_amount_minor = ${amountMinor}, evidence = ${[...evidence]}::text[],
      score = ${scoreOf(evidence)}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

export async function setSplitReturned(
  transaction: Transaction,
  { portfolioId, id, returnId, split }: ConfirmedSplit,
): Promise<void> {
  await transaction`
    update bank_file_lines set state = 'returned', loan_id = ${split.parts[0]?.loan.id ?? null},
      return_kind = 'split', return_id = ${returnId}, returned_line_id = ${split.lineId},
      return_amount_minor = ${split.amountMinor}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

export async function clearReturned(
  transaction: Transaction,
  { portfolioId, id }: InPortfolio & { readonly id: string },
): Promise<void> {
  await transaction`
    update bank_file_lines set state = 'left-out', loan_id = null, return_kind = null,
      return_id = null, returned_payment_id = null, returned_line_id = null,
      return_amount_minor = null, evidence = '{}', score = null
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/**
 * Finds confirmed returns in other files that have the amount of one of these lines and were booked
 * at most five days before or after it.
 */
export async function findConfirmedLines(
  sql: Queryable,
  { portfolioId, lineIds }: Lines,
): Promise<readonly ConfirmedLine[]> {
  return sql<ConfirmedLine[]>`
    select line.id as line_id, other.number, other.bank_file_id, file.file_name, file.format,
      other.account, other.bank_id, other.booked_on, other.value_on, other.amount_minor,
      other.currency, other.debtor_name, other.payer_account, other.remittance, other.payment_id
    from bank_file_lines line
    join bank_file_lines other on other.portfolio_id = line.portfolio_id
      and other.amount_minor = line.amount_minor and other.state = 'returned'
      and other.booked_on between line.booked_on - ${DAYS_APART_MAX}::int and line.booked_on + ${DAYS_APART_MAX}::int
      and other.bank_file_id <> line.bank_file_id
    join bank_files file on file.portfolio_id = other.portfolio_id and file.id = other.bank_file_id
    where line.portfolio_id = ${portfolioId} and line.id = any(${[...lineIds]}::uuid[])`;
}

/** Two files may give one line different booking days. */
const DAYS_APART_MAX = 5;

type LineContent = Pick<
  BankLine,
  | 'account'
  | 'bankId'
  | 'bookedOn'
  | 'valueOn'
  | 'amountMinor'
  | 'currency'
  | 'debtorName'
  | 'payerAccount'
  | 'remittance'
> & {
  readonly number: number;
  readonly bankFileId: string;
  readonly format: BankFile['format'];
  readonly paymentId: string;
};

export type ConfirmedLine = LineContent & { readonly lineId: string; readonly fileName: string };
