import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { lockIn } from '../../../platform/postgres/lender-names.ts';
import { isActiveIn, isBookedIn } from '../../servicing/loan-account/arrears.ts';

/** One transaction stores the schedules of at most this many loans, so that its locks end soon. */
const BATCH = 2_000;

/** Arbitrary number of the advisory lock with which one process at a time changes the sums. */
const DUES_LOCK = 8_277_096;

/**
 * Stores the schedules of some marked loans with their sums, and removes their marks. Returns false
 * if none were left, or another process is storing them. Schedules are read after the marks, so a
 * change that they miss retains its mark.
 */
export async function storeSomeDues(transaction: Transaction): Promise<boolean> {
  // The trigger loan_dues_need_holders refuses releases that do not store holders. This setting
  // marks this release as one that does.
  const [turn] = await transaction<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockIn(transaction, DUES_LOCK)}) as taken,
      set_config('bursar.stores_holders', 'on', true)`;
  if (turn?.taken !== true) return false;
  const marks = await transaction<{ id: string; portfolioId: string; loanId: string }[]>`
    with oldest as materialized (
      select distinct portfolio_id, loan_id from (
        select portfolio_id, loan_id from due_marks order by id limit ${BATCH}
      ) first
    )
    select mark.id::text, mark.portfolio_id, mark.loan_id from oldest
    join due_marks mark
      on mark.portfolio_id = oldest.portfolio_id and mark.loan_id = oldest.loan_id`;
  if (marks.length === 0) return false;
  const loans = [...new Map(marks.map((mark) => [mark.portfolioId + mark.loanId, mark])).values()];
  const marked = transaction`
    unnest(${loans.map(({ portfolioId }) => portfolioId)}::uuid[],
      ${loans.map(({ loanId }) => loanId)}::uuid[]) marked (portfolio_id, loan_id)`;
  await transaction`
    with changed as (
      delete from loan_dues kept using ${marked}
      where kept.portfolio_id = marked.portfolio_id and kept.loan_id = marked.loan_id
      returning kept.*
    ), ${addToSums(transaction, -1)}`;
  await transaction`
    with changed as (
      insert into loan_dues (portfolio_id, loan_id, currency, entered_on, gone_on, is_active, due_on,
        principal_minor, interest_minor, charges_minor, team_id, agent_id)
      select present.* from ${marked} cross join lateral (${schedulesOf(transaction, isMarked(transaction))}) present
      returning *
    ), ${addToSums(transaction, 1)}`;
  await transaction`
    delete from due_marks where id = any(${marks.map(({ id }) => id)}::bigint[])`;
  await transaction`delete from due_sums where expected_dues = 0 and dues = 0`;
  await transaction`delete from held_due_sums where expected_dues = 0 and dues = 0`;
  return true;
}

const isMarked = (sql: Queryable): Fragment =>
  sql`state.portfolio_id = marked.portfolio_id and state.loan_id = marked.loan_id`;

/**
 * Continues a `with` clause that has the stored schedules as `changed`; adds them to the sums or
 * subtracts them.
 */
function addToSums(sql: Queryable, times: 1 | -1): Fragment {
  const amounts = sql`expected_minor, expected_dues, principal_minor, interest_minor, charges_minor,
    dues`;
  const sums = sql`${times}::int * sum(expected_minor), ${times}::int * sum(expected_dues),
    ${times}::int * sum(principal_minor), ${times}::int * sum(interest_minor),
    ${times}::int * sum(charges_minor), ${times}::int * sum(dues)`;
  const added = sql`
    expected_minor = sums.expected_minor + excluded.expected_minor,
    expected_dues = sums.expected_dues + excluded.expected_dues,
    principal_minor = sums.principal_minor + excluded.principal_minor,
    interest_minor = sums.interest_minor + excluded.interest_minor,
    charges_minor = sums.charges_minor + excluded.charges_minor,
    dues = sums.dues + excluded.dues`;
  return sql`
    due as materialized (
      select team_id, agent_id, portfolio_id, due_on, currency, sum(expected_minor) as expected_minor,
        sum(expected_dues) as expected_dues, sum(principal_minor) as principal_minor,
        sum(interest_minor) as interest_minor, sum(charges_minor) as charges_minor,
        sum(dues) as dues
      from (${duesOf(sql, sql`changed kept`)}) due
      group by 1, 2, 3, 4, 5
    ), held as (
      insert into held_due_sums as sums (portfolio_id, holder_id, due_on, currency, ${amounts})
      select portfolio_id, holder.id, due_on, currency, ${sums}
      from due cross join lateral (values (team_id), (agent_id)) holder (id)
      where holder.id is not null
      group by 1, 2, 3, 4
      order by 1, 2, 3, 4
      on conflict (portfolio_id, holder_id, due_on, currency) do update set ${added}
    )
    insert into due_sums as sums (portfolio_id, due_on, currency, ${amounts})
    select portfolio_id, due_on, currency, ${sums}
    from due
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (portfolio_id, due_on, currency) do update set ${added}`;
}

/**
 * Selects a row for each instalment of stored schedules, with the amounts that it adds to the sums.
 * `kept` is the alias of the source.
 */
export function duesOf(sql: Queryable, source: Fragment): Fragment {
  return sql`
    select kept.portfolio_id, kept.team_id, kept.agent_id, due.due_on, kept.currency,
      case when counted.is_expected then counted.minor else 0 end as expected_minor,
      counted.is_expected::int as expected_dues,
      case when kept.is_active then due.principal_minor else 0 end as principal_minor,
      case when kept.is_active then due.interest_minor else 0 end as interest_minor,
      case when kept.is_active then counted.charges_minor else 0 end as charges_minor,
      (kept.is_active and counted.minor > 0)::int as dues
    from ${source}
    cross join lateral unnest(kept.due_on, kept.principal_minor, kept.interest_minor,
      kept.charges_minor) due (due_on, principal_minor, interest_minor, charges_minor)
    cross join lateral (
      select due.due_on > kept.entered_on and due.due_on <= kept.gone_on as is_expected,
        coalesce(due.charges_minor, 0) as charges_minor,
        due.principal_minor + due.interest_minor + coalesce(due.charges_minor, 0) as minor
    ) counted`;
}

/**
 * Selects the schedules of loans as `loan_dues` stores them. `state` is the alias of `loan_state`
 * in the condition. As in `expectedDues`, instalments are expected after `entered_on` and up to
 * `gone_on`.
 */
export function schedulesOf(sql: Queryable, condition: Fragment): Fragment {
  return sql`
    select state.portfolio_id, state.loan_id, loan.currency,
      coalesce(tape.cut_off_on, (tape.booked_at at time zone portfolio.time_zone)::date,
        loan.disbursed_on, 'infinity') as entered_on,
      case state.status when 'closed' then coalesce(state.last_payment_on, '-infinity')
        when 'written_off' then coalesce(lost.value_date, '-infinity')
        else 'infinity'::date end as gone_on,
      ${isActiveIn(sql, 'state')} as is_active, schedule.due_on, schedule.principal_minor,
      schedule.interest_minor, schedule.charges_minor, state.team_id, state.agent_id
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join portfolios portfolio on portfolio.id = state.portfolio_id
    left join imports tape on tape.portfolio_id = loan.portfolio_id and tape.id = loan.import_id
    left join lateral (
      select max(loss.value_date) as value_date from loan_write_offs loss
      where loss.portfolio_id = state.portfolio_id and loss.loan_id = state.loan_id
        and loss.event = 'write-off-loan'
    ) lost on state.status = 'written_off'
    cross join lateral (
      select array_agg(due_on order by number) as due_on,
        array_agg(instalment.principal_minor order by number) as principal_minor,
        array_agg(instalment.interest_minor order by number) as interest_minor,
        case when bool_or(fees_minor + penalties_minor > 0)
          then array_agg(fees_minor + penalties_minor order by number) end as charges_minor
      from instalments instalment
      where instalment.portfolio_id = state.portfolio_id and instalment.loan_id = state.loan_id
      having count(*) > 0
    ) schedule
    where ${condition} and ${isBookedIn(sql, 'state')}`;
}
