import type { LineCandidate } from '@bursar/contracts/intake/bank-files';
import { plannedByValues, type Queryable } from '../../../../platform/database.ts';
import { isActiveIn } from '../../../servicing/loan-account/arrears.ts';
import { duesOn } from '../../../servicing/loan-lists/dues.store.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { Likely } from './match-evidence.ts';
import type { ComparedLine, InPortfolio, OnDay } from './match-lines.store.ts';

type Sought = OnDay & { readonly line: ComparedLine; readonly similarity: number };

/** Each search returns at most this many loans, so that common names and amounts stay fast. */
const FOUND_MAX = 12;

/** Comparing names is slow, so a search in the loan list compares at most this many loans. */
const COMPARED_MAX = 200;

/**
 * Finds loans whose borrower or party has a similar name, and active loans whose amount due or
 * arrears equal the line's amount.
 */
export async function findSimilar(
  database: Queryable,
  { line, portfolioId, today, similarity }: Sought,
): Promise<readonly string[]> {
  const sql = plannedByValues(database);
  const due = duesOn(sql, 'due_minor', sql`${today}::date`);
  const arrears = duesOn(sql, 'arrears_minor', sql`${today}::date`);
  const { debtorName, amountMinor, currency } = line;
  const words = [...line.payerForms, ...line.textForms].join(' ');
  const rows = await sql<{ loanId: string }[]>`
    (select compared.loan_id from (
      select shared.loan_id, name_likeness(${debtorName}::text, shared.borrower_name) as likeness
      from (
        -- The loans with most of the words come first, so that a common word leaves them room.
        select listed.loan_id, listed.borrower_name
        from name_words(${debtorName}::text) word
        join loan_list_rows listed on listed.portfolio_id = ${portfolioId}
          and length(word) > 2 and listed.search_text like search_pattern(word)
        group by listed.loan_id, listed.borrower_name
        order by count(*) desc, listed.loan_id
        limit ${COMPARED_MAX}
      ) shared
    ) compared
    where compared.likeness >= ${similarity}
    order by compared.likeness desc, compared.loan_id
    limit ${FOUND_MAX})
    union
    (select known.loan_id
    from borrowers borrower
    cross join lateral (
      select party.loan_id, name
      from loan_parties party, (values (borrower.name), (borrower.legal_name)) called (name)
      where party.portfolio_id = borrower.portfolio_id and party.borrower_id = borrower.id
        and party.ended_at is null
      union all
      select loan.id, borrower.legal_name from loans loan
      where loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = borrower.id
        and loan.withdrawn_at is null
    ) known
    where borrower.portfolio_id = ${portfolioId} and borrower.merged_into is null
      and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
        @@ (select string_agg(quote_literal(word), ' | ')::tsquery
          from name_words(${debtorName}::text) word where length(word) > 2)
      and name_likeness(${debtorName}::text, known.name) >= ${similarity}
    group by known.loan_id
    order by max(name_likeness(${debtorName}::text, known.name)) desc, known.loan_id
    limit ${FOUND_MAX})
    union
    (select listed.loan_id from (
      select listed.loan_id, listed.borrower_name from loan_list_rows listed
      where listed.portfolio_id = ${portfolioId} and listed.currency = ${currency}
        and ${isActiveIn(sql, 'listed')} and ${amountMinor} > 0
        and (${due} = ${amountMinor} or ${arrears} = ${amountMinor})
      limit ${COMPARED_MAX}
    ) listed
    order by name_likeness(${words}::text, listed.borrower_name) desc, listed.loan_id
    limit ${FOUND_MAX})`;
  return rows.map(({ loanId }) => loanId);
}

type Scored = Likely & { readonly score: number };
type Row = Pick<LineCandidate, 'id' | 'borrower'> & { readonly referenceNumber: number };

type Found = {
  readonly best: readonly Scored[];
  /** The heading of the column that names a loan, by loan id; absent if the purpose names it. */
  readonly columns: ReadonlyMap<string, string>;
};

/** Adds the details of each loan that the screen shows. */
export async function describeCandidates(
  sql: Queryable,
  { portfolioId, best, columns }: InPortfolio & Found,
): Promise<readonly LineCandidate[]> {
  const rows = await sql<Row[]>`
    select listed.loan_id as id, listed.reference_number, listed.borrower_shown as borrower
    from loan_list_rows listed
    where listed.portfolio_id = ${portfolioId}
      and listed.loan_id = any(${best.map(({ loan }) => loan.loanId)}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ loan, evidence, score }) => {
    const row = byId.get(loan.loanId);
    if (!row) return [];
    const { status, currency, dueMinor } = loan;
    const { id, borrower, referenceNumber } = row;
    const reference = loanReference(referenceNumber);
    const foundIn = columns.get(id) ?? null;
    const shown = { id, reference, borrower, status, currency, dueMinor };
    return [{ ...shown, evidence: [...evidence], foundIn, score }];
  });
}
