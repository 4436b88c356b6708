import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Search } from '@bursar/contracts/reporting/search';
import type { Fragment } from '../../../platform/conditions.ts';
import {
  readByValues,
  type Database,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import {
  borrowersInScope,
  inPortfolios,
  inScope,
  type Scope,
  type Viewer,
} from '../../../platform/scope.ts';
import { listRowsOf } from '../../servicing/loan-lists/loans.store.ts';
import { foundLoanOf } from './search.store.ts';

type FoundLoan = AnswerOf<Search>['loans'][number];

/** Minimum number of letters of a word; shorter words have too few trigrams to compare. */
const LEAST_LETTERS = 4;

/** Minimum average similarity of the typed words: Lusia Suares finds Lucía Suárez. */
const LEAST_SIMILARITY = 0.4;

/** Maximum number of words in names that a typed word can mean; less similar ones are omitted. */
const MOST_MEANT = 10;

/** Maximum number of loans compared per query; a common name has thousands of loans. */
const MOST_COMPARED = 100;

type Sought = Viewer & { readonly text: string; readonly limit: number };

/**
 * Finds loans with a name that is nearly the typed one, the most similar first, by the trigrams
 * that the words share. In a database whose LC_CTYPE is C, PostgreSQL forms no trigrams from
 * letters outside ASCII, so names in Arabic script are found by their exact spelling only
 * (docs/decisions/0091).
 */
export function findSimilarLoans(
  database: Database,
  { text, ...sought }: Sought,
): Promise<FoundLoan[]> {
  const words = text
    .split(/[\s,]+/)
    .filter((word) => word.length >= LEAST_LETTERS && /^[\p{L}\p{M}'’.-]+$/u.test(word));
  if (words.length === 0) return Promise.resolve([]);
  return database.begin(async (transaction) => {
    const typed = await findMeantWords(transaction, sought.scope, words);
    const [first, ...others] = typed.map(({ meant }) => meant).filter(({ length }) => length > 0);
    if (!first) return [];
    const forms = typed.map(({ form }) => form);
    const loans = (queries: readonly string[]) =>
      listLoansOf(transaction, { ...sought, queries, forms });
    const rest = others.map((meant) => ` & (${meant.join(' | ')})`).join('');
    const withEach = await loans(first.map((word) => `${word}${rest}`));
    return withEach.length > 0 || rest === '' ? withEach : loans([...first, ...others.flat()]);
  });
}

type TypedWord = {
  readonly form: string;
  /** The most similar words of names in the portfolios, quoted for a text search. */
  readonly meant: readonly string[];
};

async function findMeantWords(
  sql: Transaction,
  scope: Scope,
  words: readonly string[],
): Promise<readonly TypedWord[]> {
  // The operator `%>`, which can use the index, compares with this threshold.
  await sql`
    select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true)`;
  return sql<TypedWord[]>`
    select typed.form, array(
      select quote_literal(known.word) from words_of_names known
      where ${inPortfolios(sql, scope, sql`known.portfolio_id`)} and known.word %> typed.form
      group by known.word
      order by word_similarity(typed.form, known.word) desc, known.word limit ${MOST_MEANT}
    ) as meant
    from (select search_form(word) as form from unnest(${[...words]}::text[]) word) typed`;
}

type Meant = Viewer & {
  readonly limit: number;
  readonly queries: readonly string[];
  readonly forms: readonly string[];
};

/** Lists the loans that the queries find, the most similar to the typed words first. */
async function listLoansOf(
  sql: Transaction,
  { scope, businessDate, limit, queries, forms }: Meant,
): Promise<FoundLoan[]> {
  const page = sql`
    select * from (
      select distinct on (listed.portfolio_id, listed.loan_id) listed.*, (
        select avg(word_similarity(form, concat_ws(' ', listed.search_text, listed.legal_form)))
        from unnest(${[...forms]}::text[]) form) as similarity
      from unnest(${[...queries]}::text[]) query
      cross join lateral (${loansCalled(sql, scope, sql`query::tsquery`)}) listed
    ) near
    where similarity >= ${LEAST_SIMILARITY}
    order by similarity desc, reference_number desc limit ${limit}`;
  const by = sql`listed.similarity desc, listed.reference_number desc`;
  const rows = await readByValues(sql, () =>
    listRowsOf(sql, { scope, businessDate }, { page, by }),
  );
  return rows.map(foundLoanOf);
}

/**
 * Lists loans of the people whom a text search finds. `inScope` decides which loans;
 * `borrowersInScope` only avoids looking up the loans of all other borrowers for a team or an
 * agent.
 */
function loansCalled(sql: Queryable, scope: Scope, query: Fragment): Fragment {
  return sql`
    select listed.*, search_form(borrower.legal_name) as legal_form
    from borrowers borrower
    join loans loan on loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = borrower.id
    join loan_list_rows listed
      on listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.id
    where borrower.merged_into is null
      and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
        @@ ${query}
      and ${borrowersInScope(sql, scope)} and ${inScope(sql, scope, 'listed')}
    limit ${MOST_COMPARED}`;
}
