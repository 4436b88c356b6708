import type { Fragment } from '../../../platform/conditions.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { holderOf, inPortfolios, inScope, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import {
  countExpected,
  countForecast,
  expectedDues,
  openOf,
  scheduledOf,
  startOf,
  unpaidDues,
  type Asked,
  type Days,
  type Expected,
  type Forecast,
} from './finance.store.ts';
import { duesOf } from './stored-dues.store.ts';

/**
 * Maximum number of marked loans; with more, reading all instalments costs no more than reading
 * those of marked loans.
 */
const MOST_MARKED = 20_000;

/**
 * Calculates expected amounts from sums by day and holder, or from the instalments if too many
 * loans are marked: docs/decisions/0095-finance-by-day.md.
 */
export async function sumExpected(database: Queryable, asked: Asked): Promise<Expected[]> {
  const isSummed = await isMostlySummed(database, asked.scope);
  return isSummed ? sumExpectedDues(database, asked) : countExpected(database, asked);
}

/** Calculates the unpaid amounts of coming dues in the same way as `sumExpected`. */
export async function sumForecast(
  database: Queryable,
  asked: Days & { scope: Scope },
): Promise<Forecast[]> {
  const isSummed = await isMostlySummed(database, asked.scope);
  return isSummed ? sumForecastDues(database, asked) : countForecast(database, asked);
}

async function isMostlySummed(sql: Queryable, scope: Scope): Promise<boolean> {
  const marks = await sql`
    select from due_marks mark where ${isMarkFor(sql, scope)} limit ${MOST_MARKED + 1}`;
  return marks.length <= MOST_MARKED;
}

/**
 * Reads in one snapshot the stored sums, less the part of marked loans, plus the present
 * instalments of marked loans.
 */
function sumExpectedDues(database: Queryable, { step, ...asked }: Asked) {
  const sql = replicaReads(database);
  const { scope } = asked;
  const isIn = sql`due_on between ${asked.from} and ${asked.to}`;
  return sql<Expected[]>`
    with ${markedLoans(sql, scope)}
    select currency, ${startOf(sql, step, sql`due_on`)} as start,
      sum(expected_minor)::bigint as expected_minor, sum(expected_dues)::bigint as dues
    from (
      select due_on, currency, expected_minor, expected_dues from ${sumsOf(sql, scope)} and ${isIn}
      union all
      select due_on, currency, -expected_minor, -expected_dues from (${outdatedDues(sql, scope)}) outdated
      where ${isIn}
      union all
      select instalment.due_on, loan.currency, ${scheduledOf(sql)}, 1
      from ${expectedDues(sql, asked)} and ${isMarkedLoan(sql)}
    ) due
    group by 1, 2
    having sum(expected_dues) <> 0`;
}

function sumForecastDues(database: Queryable, asked: Days & { scope: Scope }) {
  const sql = replicaReads(database);
  const { scope } = asked;
  const isIn = sql`due_on between ${asked.from} and ${asked.to}`;
  return sql<Forecast[]>`
    with ${markedLoans(sql, scope)}
    select currency, ${startOf(sql, 'month', sql`due_on`)} as start,
      sum(principal_minor)::bigint as principal_minor,
      sum(interest_minor)::bigint as interest_minor,
      sum(charges_minor)::bigint as charges_minor, sum(dues)::bigint as dues
    from (
      select due_on, currency, principal_minor, interest_minor, charges_minor, dues from ${sumsOf(sql, scope)} and ${isIn}
      union all
      select due_on, currency, -principal_minor, -interest_minor, -charges_minor, -dues
      from (${outdatedDues(sql, scope)}) outdated
      where ${isIn}
      union all
      select * from (${paidBeforeDue(sql, asked)}) paid
      union all
      select instalment.due_on, loan.currency,
        instalment.principal_minor - instalment.principal_paid_minor,
        instalment.interest_minor - instalment.interest_paid_minor,
        instalment.fees_minor - instalment.fees_paid_minor
          + instalment.penalties_minor - instalment.penalties_paid_minor, 1
      from ${unpaidDues(sql, asked)} and ${isMarkedLoan(sql)}
    ) due
    group by 1, 2
    having sum(dues) <> 0`;
}

/**
 * Selects the amounts already paid on coming dues of active loans. An index finds the loans that
 * paid before a due date; most of them are closed. The planner overestimates their number, so the
 * laterals force one lookup per loan instead of a scan of all loans.
 */
function paidBeforeDue(sql: Queryable, { scope, from, to }: Days & { scope: Scope }): Fragment {
  const isPaid = (alias: 'early' | 'instalment') => {
    const table = sql(alias);
    return sql`${table}.due_on between ${from} and ${to}
      and ${table}.principal_paid_minor + ${table}.interest_paid_minor + ${table}.fees_paid_minor
        + ${table}.penalties_paid_minor > 0`;
  };
  return sql`
    select instalment.due_on, loan.currency, -instalment.principal_paid_minor,
      -instalment.interest_paid_minor,
      -instalment.fees_paid_minor - instalment.penalties_paid_minor,
      case when ${openOf(sql)} = 0 then -1 else 0 end
    from (
      select distinct early.portfolio_id, early.loan_id from instalments early
      where ${inPortfolios(sql, scope, sql`early.portfolio_id`)} and ${isPaid('early')}
    ) early
    cross join lateral (
      select state.portfolio_id, state.loan_id from loan_state state
      where state.portfolio_id = early.portfolio_id and state.loan_id = early.loan_id
        and ${isActiveIn(sql, 'state')} and ${inScope(sql, scope, 'state')}
      offset 0
    ) state
    cross join lateral (
      select due.* from instalments due
      where due.portfolio_id = early.portfolio_id and due.loan_id = early.loan_id
      offset 0
    ) instalment
    cross join lateral (
      select loan.currency from loans loan
      where loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      offset 0
    ) loan
    where ${isPaid('instalment')} and not ${isMarkedLoan(sql)}`;
}

/** Selects the sums of the portfolios in scope, or those of a team or an agent. */
function sumsOf(sql: Queryable, scope: Scope): Fragment {
  const holderId = holderOf(scope);
  if (holderId === null) {
    return sql`due_sums where ${inPortfolios(sql, scope, sql`due_sums.portfolio_id`)}`;
  }
  return sql`held_due_sums sums
    where ${inPortfolios(sql, scope, sql`sums.portfolio_id`)} and sums.holder_id = ${holderId}`;
}

/**
 * SQL condition: the mark affects the sums of this scope. A change of holder does not affect the
 * sums of a portfolio.
 */
function isMarkFor(sql: Queryable, scope: Scope): Fragment {
  const ofPortfolio = inPortfolios(sql, scope, sql`mark.portfolio_id`);
  return holderOf(scope) === null ? sql`${ofPortfolio} and not mark.is_move` : ofPortfolio;
}

const markedLoans = (sql: Queryable, scope: Scope): Fragment => sql`
  marked as materialized (
    select distinct mark.portfolio_id, mark.loan_id from due_marks mark
    where ${isMarkFor(sql, scope)}
  )`;

const isMarkedLoan = (sql: Queryable): Fragment => sql`
  exists (select from marked
    where marked.portfolio_id = state.portfolio_id and marked.loan_id = state.loan_id)`;

/** Selects the stored dues of marked loans, which the sums contain. */
function outdatedDues(sql: Queryable, scope: Scope): Fragment {
  const dues = duesOf(
    sql,
    sql`marked join loan_dues kept
      on kept.portfolio_id = marked.portfolio_id and kept.loan_id = marked.loan_id`,
  );
  const holderId = holderOf(scope);
  return holderId === null ? dues : sql`${dues} where ${holderId} in (kept.team_id, kept.agent_id)`;
}
