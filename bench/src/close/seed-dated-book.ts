import type { Database } from '@bursar/api/platform/database';
import { benchDay, seedPeople } from '../lists/seed-book.ts';
import { loanIds } from '../payments/seed-payable-loans.ts';
import { withoutIndexes } from '../without-indexes.ts';
import { keepWordsOfNames } from '../keep-words-of-names.ts';
import { sumLoanParts } from '../sum-loan-parts.ts';

export type BookSize = {
  readonly loans: number;
  /** The number of days to close, from `benchDay` on. Each has the same number of events. */
  readonly days: number;
  readonly fallingDue: number;
  readonly paid: number;
  readonly promised: number;
};

/**
 * Creates a book for closes: loans of six instalments 30 days apart. On each day to close, a fixed
 * number of instalments is due and a fixed number of promises ends. Of the other loans, one in
 * twenty is late and one in twenty is paid off. The book has no ledger, because a close does not
 * read it.
 */
export async function seedDatedBook(owner: Database, size: BookSize): Promise<void> {
  await owner.begin(async (transaction) => {
    await seedPeople(transaction, size.loans);
    await transaction`select set_config('bench.loan_ids', ${loanIds}, true),
      set_config('bench.days', ${String(size.days)}, true),
      set_config('bench.falling_due', ${String(size.fallingDue)}, true),
      set_config('bench.promised', ${String(size.promised)}, true)`;
    await withoutIndexes(transaction, filled, async () => {
      // Disable triggers, which work row by row; the book's own SQL fills the same tables.
      await transaction`set local session_replication_role = replica`;
      await transaction.unsafe(books).simple();
    });
  });
  await owner`vacuum analyze`;
}

const filled = ['borrowers', 'loans', 'loan_state', 'instalments', 'loan_list_rows', 'promises'];

/**
 * `shifted_on` is the due date of the fourth of six instalments. Only loans of the kind `due` have
 * an instalment that is due on one of the days to close. `unpaid_from` is the number of the first
 * unpaid instalment, and 7 if all are paid.
 */
const books = `
  create temporary table dated on commit drop as
  select n, pg_temp.made('portfolio', 1) as portfolio_id,
    (current_setting('bench.loan_ids') || lpad(n::text, 12, '0'))::uuid as loan_id,
    n % 100 as agent, kind, current_setting('bench.day')::date
      + case kind when 'due' then (n - 1) / due when 'promised' then 20 else days + n % (30 - days) end
      as shifted_on,
    case kind when 'late' then 1 + n / 20 % 3 when 'promised' then 3 when 'closed' then 7 else 4 end
      as unpaid_from
  from generate_series(1, current_setting('bench.loans')::int) n
  cross join (select current_setting('bench.days')::int as days,
    current_setting('bench.falling_due')::int as due, current_setting('bench.promised')::int as promised
  ) size
  cross join lateral (select case when n <= days * due then 'due'
    when n <= days * (due + promised) then 'promised' when n % 20 = 0 then 'late'
    when n % 20 = 1 then 'closed' else 'current' end as kind) told;

  insert into borrowers (portfolio_id, id, external_id, name)
  select portfolio_id, pg_temp.made('borrower', n), 'B' || n, 'Borrower ' || n
  from dated where n % 10 = 0 or n = 1;

  insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
    principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
    schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
    external_id, grade, created_at)
  select portfolio_id, loan_id, n, pg_temp.made('borrower', greatest(n / 10 * 10, 1)),
    pg_temp.made('product', n % 3), 'car', 'USD', 600000, 10, 6, 'days', 30, 'flat', '30/360', 'up',
    105000, shifted_on - 120, shifted_on - 90, 'X' || n, 'B', now()
  from dated;

  insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor,
    principal_paid_minor, interest_paid_minor)
  select portfolio_id, loan_id, place, shifted_on + 30 * (place - 4), 100000, 5000,
    case when place < unpaid_from then 100000 else 0 end,
    case when place < unpaid_from then 5000 else 0 end
  from dated cross join generate_series(1, 6) place;

  insert into loan_state (portfolio_id, loan_id, status, team_id, agent_id,
    outstanding_principal_minor, principal_paid_minor, interest_paid_minor, oldest_unpaid_due_on,
    oldest_unpaid_minor, last_payment_on)
  select portfolio_id, loan_id, case kind when 'closed' then 'closed' else 'active' end,
    pg_temp.made('team', agent % 10), pg_temp.made('agent', agent), (7 - unpaid_from) * 100000,
    (unpaid_from - 1) * 100000, (unpaid_from - 1) * 5000,
    case when unpaid_from < 7 then shifted_on + 30 * (unpaid_from - 4) end,
    case when unpaid_from < 7 then 105000 else 0 end, shifted_on - 150
  from dated;

  insert into loan_list_rows (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
    grade, borrower_shown, facts, due_minor, arrears_minor, dues_counted_on, dues_hold_until)
  select listed.*, case when unpaid_from < 7 then 105000 * greatest(4 - unpaid_from, 1) else 0 end,
    105000 * greatest(4 - unpaid_from, 0) * (unpaid_from < 7)::int, current_setting('bench.day')::date,
    case when unpaid_from < 7 then shifted_on - 1 else '9999-12-31' end
  from (
    select portfolio_id, loan_id, product_id, reference_number, principal_minor,
      outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
      borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
      grade, borrower_shown, facts
    from loans_to_list
  ) listed join dated using (loan_id);

  insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
    principal_minor, outstanding_principal_minor)
  select portfolio_id, product_id, team_id, agent_id, status, currency, count(*),
    sum(principal_minor), sum(outstanding_principal_minor)
  from loan_list_rows group by 1, 2, 3, 4, 5, 6;

  ${sumLoanParts}
  ${keepWordsOfNames}

  insert into promises (portfolio_id, agreement_id, id, loan_id, currency, amount_minor, promised_on, grace_days,
    made_on, made_by, made_at)
  select portfolio_id, pg_temp.made('promise', n), pg_temp.made('promise', n), loan_id, 'USD', 4000, ends_on, 0, ends_on - 5,
    pg_temp.made('agent', agent), ends_on - 5
  from dated
  cross join lateral (select current_setting('bench.day')::date
    + ((n - 1 - current_setting('bench.days')::int * current_setting('bench.falling_due')::int)
      / current_setting('bench.promised')::int)::int as ends_on) ended
  where kind = 'promised';`;

/**
 * Adds the payments of a day before it is closed: some of the due instalments are paid, a third of
 * the promised amounts are paid in full, and a third are paid in half.
 */
export async function payOnDay(owner: Database, size: BookSize, day: number): Promise<void> {
  const { fallingDue, paid, promised, days } = size;
  const firstDue = day * fallingDue;
  const firstPromised = days * fallingDue + day * promised;
  await owner`
    with paying as (
      select (${loanIds} || lpad(n::text, 12, '0'))::uuid as loan_id, 4 as number,
        100000 as principal, 5000 as interest
      from generate_series(${firstDue + 1}::int, ${firstDue + paid}::int) n
      union all
      select (${loanIds} || lpad(n::text, 12, '0'))::uuid, 3, 4000 / (1 + n % 3), 0
      from generate_series(${firstPromised + 1}::int, ${firstPromised + promised}::int) n
      where n % 3 < 2
    ), placed as (
      select paying.*, state.portfolio_id, gen_random_uuid() as payment_id, state.team_id,
        state.agent_id, ${benchDay}::date + ${day}::int as day
      from paying join loan_state state on state.loan_id = paying.loan_id
        and state.portfolio_id = (select id from portfolios)
    ), payment as (
      insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
        interest_minor, fees_minor, penalties_minor, value_date, method, team_id, agent_id, posted_by,
        posted_at)
      select portfolio_id, payment_id, loan_id, 'USD', principal + interest, principal, interest, 0, 0,
        day, 'card', team_id, agent_id, agent_id, day + interval '10 hours'
      from placed
    ), portion as (
      insert into payment_allocations (portfolio_id, payment_id, instalment_number, principal_minor,
        interest_minor, fees_minor, penalties_minor)
      select portfolio_id, payment_id, number, principal, interest, 0, 0 from placed
    ), instalment as (
      update instalments instalment
      set principal_paid_minor = principal_paid_minor + placed.principal,
        interest_paid_minor = interest_paid_minor + placed.interest
      from placed
      where instalment.portfolio_id = placed.portfolio_id and instalment.loan_id = placed.loan_id
        and instalment.number = placed.number
    )
    update loan_state state
    set outstanding_principal_minor = outstanding_principal_minor - placed.principal,
      principal_paid_minor = principal_paid_minor + placed.principal,
      interest_paid_minor = interest_paid_minor + placed.interest, last_payment_on = placed.day,
      oldest_unpaid_due_on = case placed.number when 4 then placed.day + 30 else oldest_unpaid_due_on end,
      oldest_unpaid_minor = case placed.number when 4 then 105000
        else oldest_unpaid_minor - placed.principal end
    from placed
    where state.portfolio_id = placed.portfolio_id and state.loan_id = placed.loan_id`;
}
