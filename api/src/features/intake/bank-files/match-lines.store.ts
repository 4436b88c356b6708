import type { LineCandidate } from '@bursar/contracts/intake/bank-files';
import { loanStatuses } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import { joinedWhole, type Queryable, type Transaction } from '../../../platform/database.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { duesOn } from '../../servicing/loan-lists/dues.store.ts';
import { loanCan } from '../../servicing/loan-account/loan-can.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import type { FileKey, LineKey } from './bank-files.store.ts';

/**
 * From this similarity on, two names count as one person: `Smith J` and `John Smith`, but not `Jane
 * Smith`.
 */
const ALIKE = 0.5;
/** From this similarity on, a name is suggested to the user. */
const SIMILAR = 0.3;

const payable = loanStatuses.filter((status) => loanCan.acceptPayment(status) === null);

/**
 * Selects the loan references in a text, such as `L-000123`, `L 000123` or `l000123`, but not
 * within other words.
 */
function referredTo(sql: Queryable, text: Fragment): Fragment {
  return sql`(
    select distinct found[1]::bigint as number
    from regexp_matches(${text}, '(?<![[:alnum:]])L[- ]?([0-9]{6,12})(?![[:alnum:]])', 'gi') found)`;
}

/** SQL: the similarity of the payer's name and the borrower's name, for the aliases `line` and `listed`. */
const likeness = (sql: Queryable): Fragment =>
  sql`name_likeness(line.debtor_name, listed.borrower_name)`;

type Matching = FileKey & { readonly today: string };

/**
 * Matches unmatched lines of a file: by the only loan reference in the text, otherwise by the only
 * loan with exactly this amount due and a borrower or guarantor of similar name. Other lines are
 * left to a user.
 */
export async function matchLines(transaction: Transaction, matching: Matching): Promise<number> {
  const byReference = await matchByReference(transaction, matching);
  const byName = () => matchByAmountAndName(transaction, matching);
  return byReference + (await joinedWhole(transaction, byName));
}

async function matchByReference(
  transaction: Transaction,
  { portfolioId, bankFileId }: Matching,
): Promise<number> {
  const { count } = await transaction`
    update bank_file_lines line
    set state = 'matched', reason = 'reference', loan_id = named.loan_id
    from (
      select line.id, min(listed.loan_id::text)::uuid as loan_id
      from bank_file_lines line
      cross join lateral ${referredTo(transaction, transaction`line.remittance`)} referred
      join loan_list_rows listed on listed.portfolio_id = line.portfolio_id
        and listed.reference_number = referred.number
      where line.portfolio_id = ${portfolioId} and line.bank_file_id = ${bankFileId}
        and line.state = 'needs-look' and line.possible_duplicate_of is null
      group by line.id, line.currency
      having count(*) = 1 and min(listed.currency) = line.currency
        and min(listed.status) = any(${payable})
    ) named
    where line.portfolio_id = ${portfolioId} and line.id = named.id`;
  return count;
}

async function matchByAmountAndName(
  transaction: Transaction,
  { portfolioId, bankFileId, today }: Matching,
): Promise<number> {
  const { count } = await transaction`
    with due as materialized (
      select listed.loan_id, listed.borrower_id, listed.currency,
        ${duesOn(transaction, 'due_minor', transaction`${today}::date`)} as due_minor
      from loan_list_rows listed
      where listed.portfolio_id = ${portfolioId} and ${isActiveIn(transaction, 'listed')}
    ), waiting as materialized (
      select line.* from bank_file_lines line
      where line.portfolio_id = ${portfolioId} and line.bank_file_id = ${bankFileId}
        and line.state = 'needs-look' and line.possible_duplicate_of is null
        and line.debtor_name <> ''
        and not exists (
          select from ${referredTo(transaction, transaction`line.remittance`)} referred
          join loan_list_rows named on named.portfolio_id = line.portfolio_id
            and named.reference_number = referred.number)
    ), owing as materialized (
      select * from due
      where (due.due_minor, due.currency) in (select amount_minor, currency from waiting)
    ), payer as (
      select owing.loan_id, owing.borrower_id from owing
      union
      select owing.loan_id, party.borrower_id
      from owing join loan_parties party on party.portfolio_id = ${portfolioId}
        and party.loan_id = owing.loan_id and party.ended_at is null
    ), called as materialized (
      select owing.*, known.name
      from payer
      join owing on owing.loan_id = payer.loan_id
      join borrowers borrower on borrower.portfolio_id = ${portfolioId}
        and borrower.id = payer.borrower_id
      cross join lateral (values (borrower.name), (borrower.legal_name)) known (name)
      where known.name is not null
    ), alike as (
      select pair.id, min(pair.loan_id::text)::uuid as loan_id
      from (
        -- Many loans may have the same amount due, so only names that share a word are compared.
        select distinct line.id, line.debtor_name, called.loan_id, called.name
        from waiting line
        cross join lateral name_words(line.debtor_name) paid_by
        join (select called.*, word from called cross join lateral name_words(called.name) word)
          called on called.word = paid_by and called.due_minor = line.amount_minor
          and called.currency = line.currency
      ) pair
      where name_likeness(pair.debtor_name, pair.name) >= ${ALIKE}
      group by pair.id
      having count(distinct pair.loan_id) = 1
    )
    update bank_file_lines line
    set state = 'matched', reason = 'amount-and-name', loan_id = alike.loan_id
    from alike where line.portfolio_id = ${portfolioId} and line.id = alike.id`;
  return count;
}

const CANDIDATES_MAX = 8;

type CandidateRow = Omit<LineCandidate, 'reference'> & { referenceNumber: number };

/**
 * Lists loans that a line may be for: named in its text, with this amount due, or with a borrower
 * of similar name.
 */
export async function listCandidates(
  sql: Queryable,
  { portfolioId, bankFileId, bankLineId, today }: LineKey & { readonly today: string },
): Promise<LineCandidate[]> {
  const due = duesOn(sql, 'due_minor', sql`${today}::date`);
  const rows = await sql<CandidateRow[]>`
    with line as (
      select * from bank_file_lines line where line.portfolio_id = ${portfolioId}
        and line.bank_file_id = ${bankFileId} and line.id = ${bankLineId}
    ), likely as (
      select listed.loan_id, 'reference' as why, 4 as worth from line
      cross join lateral ${referredTo(sql, sql`line.remittance`)} referred
      join loan_list_rows listed on listed.portfolio_id = line.portfolio_id
        and listed.reference_number = referred.number
      union all
      select loan.id, 'external-id', 3 from line
      join loans loan on loan.portfolio_id = line.portfolio_id and loan.withdrawn_at is null
        and loan.external_id = any(regexp_split_to_array(line.remittance, '[\\s,;:·]+'))
        and length(loan.external_id) > 2
      union all
      (select listed.loan_id, 'name', 1 from line
      cross join lateral name_words(line.debtor_name) word
      join loan_list_rows listed on listed.portfolio_id = line.portfolio_id
        and length(word) > 2 and listed.search_text like search_pattern(word)
      where ${likeness(sql)} >= ${SIMILAR}
      group by listed.loan_id, line.debtor_name, listed.borrower_name
      order by ${likeness(sql)} desc, listed.loan_id
      limit ${CANDIDATES_MAX})
      union all
      (select known.loan_id, 'name', 1 from line
      join borrowers borrower on borrower.portfolio_id = line.portfolio_id
        and borrower.merged_into is null
        and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
          @@ (select string_agg(quote_literal(word), ' | ')::tsquery
            from name_words(line.debtor_name) word where length(word) > 2)
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
      where name_likeness(line.debtor_name, known.name) >= ${SIMILAR}
      group by known.loan_id
      order by max(name_likeness(line.debtor_name, known.name)) desc, known.loan_id
      limit ${CANDIDATES_MAX})
      union all
      (select listed.loan_id, 'amount', 1 from line
      join loan_list_rows listed on listed.portfolio_id = line.portfolio_id
        and listed.currency = line.currency and ${due} = line.amount_minor and line.amount_minor > 0
      order by ${likeness(sql)} desc, listed.loan_id
      limit ${CANDIDATES_MAX})
    ), ranked as (
      select loan_id, (array_agg(why order by worth desc, why desc))[1] as why, sum(worth) as worth
      from likely group by loan_id
    )
    select listed.loan_id as id, listed.reference_number, listed.borrower_shown as borrower,
      listed.status, listed.currency, ${due} as due_minor, ranked.why
    from ranked
    cross join line
    join loan_list_rows listed on listed.portfolio_id = ${portfolioId}
      and listed.loan_id = ranked.loan_id
    order by ranked.worth desc, ${likeness(sql)} desc, listed.loan_id
    limit ${CANDIDATES_MAX}`;
  return rows.map(({ referenceNumber, ...row }) => ({
    ...row,
    reference: loanReference(referenceNumber),
  }));
}

/** Finds a booked loan and its currency, or null, so that matching refuses what posting would refuse. */
export async function findPayableLoan(
  sql: Queryable,
  { portfolioId, loanId }: { readonly portfolioId: string; readonly loanId: string },
): Promise<{ currency: string } | null> {
  const [row] = await sql<{ currency: string }[]>`
    select currency from loan_list_rows where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  return row ?? null;
}
