import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Search } from '@bursar/contracts/reporting/search';
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

/** Words of fewer letters have too few trigrams to compare. */
const LEAST_LETTERS = 4;

/** How similar the typed words must be on average: Lusia Suares finds Lucía Suárez. */
const LEAST_SIMILARITY = 0.4;

/** How many words of names can be meant by a typed one: those that are most similar to it. */
const MOST_MEANT = 10;

/** A word that is similar to a very common name must not cost a comparison of all who have it. */
const MOST_COMPARED = 200;

type Sought = Viewer & { readonly text: string; readonly limit: number };

/**
 * Finds loans with a name that is nearly the typed one, the most similar first, by the trigrams that
 * the words share. In a database whose LC_CTYPE is C, PostgreSQL forms none of letters outside ASCII,
 * so names in Arabic script are found by their exact spelling only (docs/decisions/0091).
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
    const meant = typed.map(({ meant: one }) => one).filter((one) => one !== null);
    if (meant.length === 0) return [];
    const forms = typed.map(({ form }) => form);
    const loans = (query: string) => listLoansOf(transaction, { ...sought, query, forms });
    const withEach = await loans(meant.join(' & '));
    return withEach.length > 0 || meant.length === 1 ? withEach : loans(meant.join(' | '));
  });
}

type TypedWord = {
  readonly form: string;
  /** A text search for the words of names in scope that are most similar to it, if there are any. */
  readonly meant: string | null;
};

async function findMeantWords(
  sql: Transaction,
  scope: Scope,
  words: readonly string[],
): Promise<readonly TypedWord[]> {
  // The index compares with this setting.
  await sql`
    select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true)`;
  return sql<TypedWord[]>`
    select typed.form, (
      select '(' || string_agg(quote_literal(meant.word), ' | ') || ')'
      from (
        select known.word from words_of_names known
        where ${inPortfolios(sql, scope, sql`known.portfolio_id`)} and known.word %> typed.form
        group by known.word
        order by word_similarity(typed.form, known.word) desc, known.word limit ${MOST_MEANT}
      ) meant) as meant
    from (select search_form(word) as form from unnest(${[...words]}::text[]) word) typed`;
}

type Meant = Viewer & {
  readonly limit: number;
  readonly query: string;
  readonly forms: readonly string[];
};

async function listLoansOf(
  sql: Transaction,
  { scope, businessDate, limit, query, forms }: Meant,
): Promise<FoundLoan[]> {
  const page = sql`
    select * from (
      select listed.*, (
        select avg(word_similarity(form, concat_ws(' ', listed.search_text, search_form(called.legal_name))))
        from unnest(${[...forms]}::text[]) form) as similarity
      from (${borrowersCalled(sql, scope, query)}) called
      join loans loan on loan.portfolio_id = called.portfolio_id and loan.borrower_id = called.id
      join loan_list_rows listed
        on listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.id
      where ${inScope(sql, scope, 'listed')}
    ) near
    where similarity >= ${LEAST_SIMILARITY}
    order by similarity desc, reference_number desc limit ${limit}`;
  const by = sql`listed.similarity desc, listed.reference_number desc`;
  const rows = await readByValues(sql, () =>
    listRowsOf(sql, { scope, businessDate }, { page, by }),
  );
  return rows.map(foundLoanOf);
}

function borrowersCalled(sql: Queryable, scope: Scope, query: string) {
  return sql`
    select borrower.portfolio_id, borrower.id, borrower.legal_name from borrowers borrower
    where borrower.merged_into is null
      and name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
        @@ ${query}::tsquery
      and ${borrowersInScope(sql, scope)}
    limit ${MOST_COMPARED}`;
}
