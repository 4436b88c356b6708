import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Search } from '@bursar/contracts/reporting/search';
import type { LoanRow } from '@bursar/contracts/servicing/loans';
import { westernDigits } from '@bursar/contracts/western-digits';
import { matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import {
  applicationsInScope,
  borrowersInScope,
  inEachPortfolio,
  inScope,
  loansOfPerson,
  peopleInScope,
  portfoliosInScope,
  type Scope,
  waysToBorrowers,
} from '../../../platform/scope.ts';
import { applicationReference } from '../../servicing/loans/application-reference.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

type Agent = { id: string; name: string; team: string | null };

type Sought = { scope: Scope; text: string; limit: number };

export async function findAgentsByName(
  sql: Queryable,
  { scope, text, limit }: Sought,
): Promise<Agent[]> {
  const rows = await sql<Agent[]>`
    select account.id, account.name, team.name as team
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
      and ${matchesSearch(sql, sql`search_form(account.name || ' ' || account.email)`, text)}
    order by account.name limit ${limit}`;
  return rows.map((row) => ({ ...row }));
}

type Borrower = AnswerOf<Search>['borrowers'][number];

/** Minimum number of digits; fewer would match too many people. */
const LEAST_DIGITS = 5;
const REFERENCES_SHOWN = 3;

/** SQL condition: each typed word begins a word of the name, with Arabic or Western digits. */
function isCalled(sql: Queryable, text: string): Fragment {
  const western = westernDigits(text);
  const query =
    western === text
      ? sql`name_query(${text})`
      : sql`(name_query(${text}) || name_query(${western}))`;
  return sql`name_index(coalesce(borrower.name, '') || ' ' || coalesce(borrower.legal_name, ''))
    @@ ${query}`;
}

type FoundLoan = AnswerOf<Search>['loans'][number];

export const foundLoanOf = (row: LoanRow): FoundLoan => ({
  id: row.id,
  reference: row.reference,
  externalId: row.externalId,
  borrower: { id: row.borrower.id, name: row.borrower.name },
  status: row.status,
  outstandingMinor: row.outstandingMinor,
  dueMinor: row.dueMinor,
  currency: row.currency,
  daysPastDue: row.daysPastDue,
});

type FoundApplication = AnswerOf<Search>['applications'][number];

export async function findApplications(
  database: Queryable,
  { scope, text, limit }: Sought,
): Promise<FoundApplication[]> {
  const sql = replicaReads(database);
  const number = /^\s*(?:a-?)?0*(\d{1,12})\s*$/i.exec(westernDigits(text))?.[1];
  const rows = await sql<(Omit<FoundApplication, 'reference'> & { number: number })[]>`
    select application.id, application.number, application.status,
      coalesce(borrower.name, borrower.external_id) as borrower
    from loan_applications application
    join borrowers borrower on borrower.portfolio_id = application.portfolio_id
      and borrower.id = application.borrower_id
    where ${
      number ? sql`application.number = ${number}` : sql`(${isCalled(sql, text)})`
    } and ${applicationsInScope(sql, scope)}
    order by application.number desc limit ${limit}`;
  return rows.map(({ number: own, ...row }) => ({ ...row, reference: applicationReference(own) }));
}

/**
 * Maximum number of people sorted per role, because sorting all people who share a common name
 * would take too long. For a team or an agent, checking whether they hold a loan of each person
 * takes even longer, so fewer are sorted.
 */
const mostSorted = { admin: 1_000, user: 1_000, team: 100, agent: 100 } as const;

/** Number of people read in name order; the names of some may not begin with the typed text. */
const NEXT_PEOPLE = 100;

/**
 * Number of loans read in name order for a team or an agent. It is larger than `NEXT_PEOPLE`,
 * because only some of these loans are in their scope.
 */
const NEXT_LOANS = 1_000;

/**
 * Finds borrowers by the beginnings of words in their names, or by a phone number in use. If enough
 * names begin with the typed text, an index provides them in order, however common the name is; for
 * a team or an agent, that index contains no co-borrowers or guarantors. Otherwise at most
 * `mostSorted` matches are sorted, or for a team twice as many: through first borrowers and through
 * parties.
 */
export async function findBorrowers(database: Queryable, sought: Sought): Promise<Borrower[]> {
  const sql = replicaReads(database);
  const beginning = borrowersBeginning(sql, sought);
  const first = await listBorrowers(sql, sought, beginning);
  if (first.length === sought.limit) return first;
  const most = mostSorted[sought.scope.role];
  const candidates = waysToBorrowers(sql, sought.scope)
    .map((reached) => matchingBorrowers(sql, sought, { from: sql`borrowers borrower`, reached }))
    .map((matching) => sql`(${matching} limit ${most})`)
    .reduce((some, more) => sql`${some} union ${more}`, beginning);
  return listBorrowers(sql, sought, candidates);
}

function borrowersBeginning(sql: Queryable, sought: Sought): Fragment {
  const { scope, text } = sought;
  const next = scope.role === 'admin' || scope.role === 'user' ? nextPeople : nextLoans;
  const from = sql`
      (
        select distinct portfolio_id, borrower_id
        from (${inEachPortfolio(sql, scope, (portfolioId) => next(sql, sought, portfolioId))}) next
      ) named
      cross join lateral (
        select borrower.* from borrowers borrower
        where borrower.portfolio_id = named.portfolio_id and borrower.id = named.borrower_id
          and starts_with(lower(borrower.name), lower(${text}))
        offset 0
      ) borrower`;
  return matchingBorrowers(sql, sought, { from, reached: borrowersInScope(sql, scope) });
}

/** Selects the people at and after the typed text in the order of names. */
const nextPeople = (sql: Queryable, { text }: Sought, portfolioId: Fragment): Fragment => sql`(
  select borrower.portfolio_id, borrower.id as borrower_id from borrowers borrower
  where borrower.portfolio_id = ${portfolioId} and borrower.merged_into is null
    and borrower.withdrawn_at is null and lower(borrower.name) >= lower(${text})
  order by lower(borrower.name), borrower.id limit ${NEXT_PEOPLE})`;

/** Selects the borrowers of loans in scope, at and after the typed text in the order of names. */
const nextLoans = (
  sql: Queryable,
  { scope, text }: Sought,
  portfolioId: Fragment,
): Fragment => sql`(
  select listed.portfolio_id, listed.borrower_id
  from (
    select listed.portfolio_id, listed.borrower_id, listed.team_id, listed.agent_id
    from loan_list_rows listed
    where listed.portfolio_id = ${portfolioId} and listed.borrower_name >= lower(${text})
    order by listed.borrower_name, listed.loan_id limit ${NEXT_LOANS}
  ) listed
  where ${inScope(sql, scope, 'listed')})`;

type Searched = { readonly from: Fragment; readonly reached: Fragment };

function matchingBorrowers(
  sql: Queryable,
  { text }: Sought,
  { from, reached }: Searched,
): Fragment {
  const typed = westernDigits(text);
  const digits = /^[\d\s()+./-]+$/.test(typed) ? typed.replaceAll(/\D/g, '').slice(-8) : '';
  const isSought =
    digits.length < LEAST_DIGITS
      ? isCalled(sql, text)
      : sql`(borrower.portfolio_id, borrower.id) in (
          select contact.portfolio_id, contact.borrower_id from borrower_contacts contact
          where contact.kind = 'phone' and contact.retired_at is null
            and digits_of(contact.value) like ${`%${digits}%`})`;
  return sql`
    select borrower.portfolio_id, borrower.id, borrower.name from ${from}
    where borrower.merged_into is null and ${isSought} and ${reached}`;
}

/** Lists the first borrowers by name, with the references of some loans in scope. */
async function listBorrowers(
  sql: Queryable,
  { scope, limit }: Sought,
  borrowers: Fragment,
): Promise<Borrower[]> {
  const own = loansOfPerson(sql, {
    portfolioId: sql`found.portfolio_id`,
    personId: sql`found.id`,
  });
  const rows = await sql<(Pick<Borrower, 'id' | 'name'> & { numbers: number[] })[]>`
    with found as materialized (
      select * from (${borrowers}) borrower order by lower(borrower.name), borrower.id limit ${limit}
    )
    select found.id, found.name, array(
      select listed.reference_number
      from (${own}) own
      join loan_list_rows listed
        on listed.portfolio_id = found.portfolio_id and listed.loan_id = own.id
      where ${inScope(sql, scope, 'listed')}
      order by listed.reference_number desc limit ${REFERENCES_SHOWN}) as numbers
    from found order by lower(found.name), found.id`;
  return rows.map(({ numbers, ...row }) => ({ ...row, references: numbers.map(loanReference) }));
}

/** Lists the currencies of the portfolios in scope, to interpret amounts. */
export async function listCurrencies(sql: Queryable, scope: Scope): Promise<readonly string[]> {
  const rows = await sql<{ currency: string }[]>`
    select distinct portfolio.currency from portfolios portfolio
    where ${portfoliosInScope(sql, scope)} order by 1`;
  return rows.map(({ currency }) => currency);
}
