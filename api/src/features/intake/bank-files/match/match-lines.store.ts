import type { MatchReason } from '@bursar/contracts/intake/bank-files.values';
import { scoreOf, type ComparedLoan, type FoundMatch } from './match-evidence.ts';
import { sepaParts } from './named-loans.ts';
import type { NameForms } from './payer-names.ts';
import type { Fragment } from '../../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import { isActiveIn } from '../../../servicing/loan-account/arrears.ts';
import { duesOn } from '../../../servicing/loan-lists/dues.store.ts';
import { chunked } from '../chunked.ts';
import type { FileKey, LineKey } from '../bank-file-keys.ts';
import type { OtherText } from '../read/bank-line.ts';
import { paymentsOfLines } from './line-payments.store.ts';

/**
 * Builds an array parameter from a single text of ids. The driver escapes each element of an array
 * parameter, which holds up all other requests if there is an id for each loan of a portfolio.
 */
export const uuidsIn = (sql: Queryable, ids: readonly string[]): Fragment =>
  sql`string_to_array(${ids.join(',')}, ',')::uuid[]`;

export type InPortfolio = { readonly portfolioId: string };
export type OnDay = InPortfolio & { readonly today: string };

/** The fields of a line that are compared with loans. */
export type ComparedLine = {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly debtorName: string;
  readonly remittance: string;
  readonly otherTexts: readonly OtherText[];
  /** Null if the line states no whole account. */
  readonly payerKey: string | null;
  readonly payerForms: NameForms;
  readonly textForms: NameForms;
};

const comparedLines = (sql: Queryable) => sql`
  select line.id, line.amount_minor, line.currency, line.debtor_name, line.remittance,
    line.other_texts,
    account_key(line.payer_account) as payer_key, name_forms(line.debtor_name) as payer_forms,
    name_forms(regexp_replace(line.remittance, ${sepaParts.source}, ' \\1+ ', 'g')) as text_forms
  from bank_file_lines line`;

/**
 * Lists the lines of a file that wait for a loan, without possible duplicates, which a person
 * decides on.
 */
export async function listUnmatched(
  sql: Queryable,
  { portfolioId, bankFileId }: FileKey,
): Promise<readonly ComparedLine[]> {
  return sql<ComparedLine[]>`${comparedLines(sql)}
    where line.portfolio_id = ${portfolioId} and line.bank_file_id = ${bankFileId}
      and line.state = 'needs-look' and line.possible_duplicate_of is null`;
}

/** Lists lines by id, whatever their state. */
export async function listComparedById(
  sql: Queryable,
  { portfolioId, lineIds }: InPortfolio & { readonly lineIds: readonly string[] },
): Promise<readonly ComparedLine[]> {
  return sql<ComparedLine[]>`${comparedLines(sql)}
    where line.portfolio_id = ${portfolioId} and line.id = any(${[...lineIds]}::uuid[])`;
}

export async function findCompared(
  sql: Queryable,
  { portfolioId, bankFileId, bankLineId }: LineKey,
): Promise<ComparedLine | null> {
  const [row] = await sql<ComparedLine[]>`${comparedLines(sql)}
    where line.portfolio_id = ${portfolioId} and line.bank_file_id = ${bankFileId}
      and line.id = ${bankLineId}`;
  return row ?? null;
}

/** Finds the loans with these Bursar loan numbers. */
export async function findNumbered(
  sql: Queryable,
  { portfolioId, numbers }: InPortfolio & { readonly numbers: readonly number[] },
): Promise<readonly { readonly loanId: string; readonly number: number }[]> {
  if (numbers.length === 0) return [];
  return sql<{ loanId: string; number: number }[]>`
    select listed.loan_id, listed.reference_number as number from loan_list_rows listed
    where listed.portfolio_id = ${portfolioId}
      and listed.reference_number = any(${[...numbers]}::bigint[])`;
}

/** Finds the loans whose number at the lender has one of these keys. */
export async function findKeyed(
  sql: Queryable,
  { portfolioId, keys }: InPortfolio & { readonly keys: readonly string[] },
): Promise<readonly { readonly loanId: string; readonly key: string }[]> {
  if (keys.length === 0) return [];
  return sql<{ loanId: string; key: string }[]>`
    select loan.id as loan_id, loan_number_key(loan.external_id) as key from loans loan
    where loan.portfolio_id = ${portfolioId} and loan.withdrawn_at is null
      and loan.external_id is not null
      and loan_number_key(loan.external_id) = any(${[...keys]}::text[])`;
}

/**
 * Finds the loans that an account paid. Posted lines are read instead of storing the accounts, so
 * that a reversed payment no longer counts.
 */
export async function findPaidFrom(
  sql: Queryable,
  { portfolioId, accounts }: InPortfolio & { readonly accounts: readonly string[] },
): Promise<readonly { readonly account: string; readonly loanId: string }[]> {
  if (accounts.length === 0) return [];
  return sql<{ account: string; loanId: string }[]>`
    with line as materialized (
      select line.portfolio_id, line.id, line.loan_id, line.amount_minor, line.payment_id, line.state,
        account_key(line.payer_account) as account
      from bank_file_lines line
      where line.portfolio_id = ${portfolioId} and line.state = 'posted' and line.payer_account <> ''
        and account_key(line.payer_account) = any(${[...accounts]}::text[])
    )
    select distinct line.account, paid.loan_id
    from line
    join ${paymentsOfLines(sql, sql`line`)} paid on paid.portfolio_id = line.portfolio_id
      and paid.bank_line_id = line.id
    where not exists (
      select from payment_reversals reversal where reversal.portfolio_id = line.portfolio_id
        and reversal.payment_id = paid.payment_id)`;
}

export type OwingLoan = Pick<
  ComparedLoan,
  'loanId' | 'borrowerId' | 'currency' | 'dueMinor' | 'arrearsMinor'
>;

/** Lists the active loans whose amount due or whole arrears equal one of these amounts. */
export async function listOwing(
  sql: Queryable,
  { portfolioId, today, amounts }: OnDay & { readonly amounts: readonly number[] },
): Promise<readonly OwingLoan[]> {
  const day = sql`${today}::date`;
  return sql<OwingLoan[]>`
    with due as materialized (
      select listed.loan_id, listed.borrower_id, listed.currency,
        ${duesOn(sql, 'due_minor', day)} as due_minor,
        ${duesOn(sql, 'arrears_minor', day)} as arrears_minor
      from loan_list_rows listed
      where listed.portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'listed')}
    )
    select * from due
    where due_minor = any(${[...amounts]}::bigint[])
      or arrears_minor = any(${[...amounts]}::bigint[])`;
}

type Loans = InPortfolio & { readonly loanIds: readonly string[] };

const columnsOf = (sql: Queryable, today: string): Fragment => sql`
  listed.loan_id, listed.borrower_id, listed.status, listed.currency,
  ${duesOn(sql, 'due_minor', sql`${today}::date`)} as due_minor,
  ${duesOn(sql, 'arrears_minor', sql`${today}::date`)} as arrears_minor,
  loan.instalment_minor, listed.outstanding_principal_minor as outstanding_minor`;

export async function listCompared(
  sql: Queryable,
  { portfolioId, loanIds, today }: Loans & OnDay,
): Promise<readonly ComparedLoan[]> {
  if (loanIds.length === 0) return [];
  return sql<ComparedLoan[]>`
    select ${columnsOf(sql, today)}
    from loan_list_rows listed
    join loans loan on loan.portfolio_id = listed.portfolio_id and loan.id = listed.loan_id
    where listed.portfolio_id = ${portfolioId} and listed.loan_id = any(${uuidsIn(sql, loanIds)})`;
}

export type LoanName = {
  readonly loanId: string;
  readonly name: string;
  readonly forms: NameForms;
};

/** Lists the names of the borrowers and parties of loans, companies also by their legal names. */
export async function listNames(
  sql: Queryable,
  { portfolioId, loanIds }: Loans,
): Promise<readonly LoanName[]> {
  if (loanIds.length === 0) return [];
  const ids = uuidsIn(sql, loanIds);
  return sql<LoanName[]>`
    with payer as (
      select loan.id as loan_id, loan.borrower_id from loans loan
      where loan.portfolio_id = ${portfolioId} and loan.id = any(${ids})
      union
      select party.loan_id, party.borrower_id from loan_parties party
      where party.portfolio_id = ${portfolioId} and party.loan_id = any(${ids})
        and party.ended_at is null
    )
    select loan_id, name, name_forms(name) as forms
    from (
      select payer.loan_id, borrower.name from payer
      join borrowers borrower on borrower.portfolio_id = ${portfolioId}
        and borrower.id = payer.borrower_id
      where borrower.name is not null
      union
      select payer.loan_id, borrower.legal_name from payer
      join borrowers borrower on borrower.portfolio_id = ${portfolioId}
        and borrower.id = payer.borrower_id
      where borrower.legal_name is not null
    ) known`;
}

export type NamePair = { readonly payer: string; readonly name: string };

/** Returns the similarity of the names of each pair, in the order of the pairs. */
export async function likenessOf(
  sql: Queryable,
  pairs: readonly NamePair[],
): Promise<readonly number[]> {
  const likeness: number[] = [];
  for (const some of chunked(pairs)) {
    const rows = await sql<{ likeness: number }[]>`
      select name_likeness(pair.payer, pair.name) as likeness
      from unnest(${some.map(({ payer }) => payer)}::text[], ${some.map(({ name }) => name)}::text[])
        with ordinality pair (payer, name, place)
      order by pair.place`;
    for (const row of rows) likeness.push(row.likeness);
  }
  return likeness;
}

export async function storeMatches(
  transaction: Transaction,
  { portfolioId, bankFileId }: FileKey,
  matches: ReadonlyMap<string, FoundMatch>,
): Promise<void> {
  for (const some of chunked([...matches])) {
    const rows = some.map(([id, { loanId, reason, evidence, foundIn }]) => ({
      id,
      foundIn,
      loanId,
      reason: reason satisfies MatchReason,
      evidence: [...evidence],
      score: scoreOf(evidence),
    }));
    await transaction`
    update bank_file_lines line
    set state = 'matched', reason = found.reason, loan_id = found."loanId",
      evidence = found.evidence, score = found.score, found_in = found."foundIn"
    from jsonb_to_recordset(${transaction.json(rows)}) as found(id uuid, "loanId" uuid, reason text,
      evidence text[], score smallint, "foundIn" text)
    where line.portfolio_id = ${portfolioId} and line.bank_file_id = ${bankFileId}
      and line.id = found.id`;
  }
}

/**
 * Returns the currency of a loan; null if the loan is not on the loan list, so that matching
 * refuses what posting would refuse.
 */
export async function findPayableLoan(
  sql: Queryable,
  { portfolioId, loanId }: InPortfolio & { readonly loanId: string },
): Promise<{ currency: string } | null> {
  const [row] = await sql<{ currency: string }[]>`
    select currency from loan_list_rows where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  return row ?? null;
}
