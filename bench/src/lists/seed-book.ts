import { hashPassword } from '@bursar/api/features/access/accounts/passwords';
import type { Database, Transaction } from '@bursar/api/platform/database';

export const benchPassword = 'Bursar#2026';

/** The business date around which the book's due dates lie. */
export const benchDay = '2026-06-15';

/**
 * Creates a lender's book for lists: one portfolio, 10 teams of 10 agents, a tenth of the loans
 * unassigned and a tenth with a team only, one in seven late, some closed or written off. SQL derives
 * every row from the loan's number, so every run measures the same rows.
 */
export async function seedBook(owner: Database, loans: number): Promise<void> {
  await owner.begin(async (transaction) => {
    await seedPeople(transaction, loans);
    await transaction.unsafe(books).simple();
    await transaction.unsafe(work).simple();
    // Triggers date the counted dues on the day of creation, which is after the book's own day.
    // Date them as Bursar's job would on the book's day.
    await transaction`update loan_list_rows set dues_counted_on = ${benchDay}::date`;
  });
  await owner`vacuum analyze`;
}

/**
 * Creates the portfolio and its accounts, and the helper functions and settings that the SQL of the
 * book reads in the same transaction.
 */
export async function seedPeople(transaction: Transaction, loans: number): Promise<void> {
  const passwordHash = await hashPassword(benchPassword);
  await transaction.unsafe(helpers).simple();
  await transaction`select set_config('bench.loans', ${String(loans)}, true),
    set_config('bench.password_hash', ${passwordHash}, true),
    set_config('bench.day', ${benchDay}, true)`;
  await transaction.unsafe(people).simple();
}

/**
 * `made('loan', 7)` always returns the same id; `dice(7, 3, 10)` returns a pseudo-random number
 * below 10.
 */
const helpers = `
  create function pg_temp.made(kind text, number bigint) returns uuid language sql immutable
    return overlay(overlay(md5(kind || number) placing '4' from 13) placing '8' from 17)::uuid;
  create function pg_temp.dice(number bigint, salt int, sides int) returns int language sql immutable
    return (hashint8extended(number, salt) & 2147483647) % sides;`;

const people = `
  insert into portfolios (id, name, currency, time_zone, last_loan_number)
  values (pg_temp.made('portfolio', 1), 'Measured', 'USD', 'UTC',
    current_setting('bench.loans')::bigint);
  insert into products (portfolio_id, id, name)
  select pg_temp.made('portfolio', 1), pg_temp.made('product', n), 'Product ' || n
  from generate_series(0, 2) n;
  insert into teams (portfolio_id, id, name)
  select pg_temp.made('portfolio', 1), pg_temp.made('team', n), 'Team ' || n
  from generate_series(0, 9) n;
  insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
  select pg_temp.made('agent', n), pg_temp.made('portfolio', 1), pg_temp.made('team', n % 10),
    'agent', 'agent' || n || '@bench.example', 'Agent ' || n, current_setting('bench.password_hash')
  from generate_series(0, 99) n
  union all
  select pg_temp.made('desk', n), pg_temp.made('portfolio', 1), pg_temp.made('team', n), 'team',
    'team' || n || '@bench.example', 'Desk ' || n, current_setting('bench.password_hash')
  from generate_series(0, 9) n
  union all
  select pg_temp.made('manager', 1), pg_temp.made('portfolio', 1), null, 'user',
    'user@bench.example', 'Manager', current_setting('bench.password_hash')
  union all
  select pg_temp.made('admin', 1), null, null, 'admin', 'admin@bench.example', 'Admin',
    current_setting('bench.password_hash');`;

const books = `
  create temporary table numbered on commit drop as
  select n, pg_temp.dice(n, 1, 100) as kind, pg_temp.dice(n, 2, 100) as agent,
    pg_temp.dice(n, 3, 10) as held, (40 + pg_temp.dice(n, 4, 1560)) * 2500 as principal,
    pg_temp.dice(n, 5, 1000) as age
  from generate_series(1, current_setting('bench.loans')::int) n;

  insert into borrowers (portfolio_id, id, external_id, name)
  select pg_temp.made('portfolio', 1), pg_temp.made('borrower', n), 'B' || n,
    (array['Aaliyah','Ben','Camila','Diego','Elena','Fatima','Gabriel','Hana','Ines','Jonas','Kofi',
      'Leo','Maria','Nadia','Omar','Priya'])[1 + pg_temp.dice(n, 6, 16)] || ' ' ||
    (array['Abbott','Bauer','Castillo','Diaz','Eriksen','Flores','Gupta','Hughes','Ito','Jensen',
      'Khan','Lopez','Moreau','Nguyen','Okoye','Patel','Quinn','Rossi','Singh','Torres'])
      [1 + pg_temp.dice(n, 7, 20)] || ' ' || to_hex(n)
  from numbered;

  insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred)
  select pg_temp.made('portfolio', 1), pg_temp.made('borrower', n), pg_temp.made('phone', n),
    'phone', 'mobile', '+1415' || lpad(pg_temp.dice(n, 8, 10000000)::text, 7, '0'), true
  from numbered;

  insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
    principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
    schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
    external_id, grade, created_at)
  select pg_temp.made('portfolio', 1), pg_temp.made('loan', n), n, pg_temp.made('borrower', n),
    pg_temp.made('product', n % 3), 'car', 'USD', principal, 5 + pg_temp.dice(n, 9, 2000) / 100.0,
    36, 'months', 1, 'equal_instalments', '30/360', 'up', principal / 30,
    current_setting('bench.day')::date - age, current_setting('bench.day')::date - age + 30,
    'X' || n, 'B', now()
  from numbered;

  insert into loan_state (portfolio_id, loan_id, status, team_id, agent_id,
    outstanding_principal_minor, oldest_unpaid_due_on, oldest_unpaid_minor)
  select pg_temp.made('portfolio', 1), pg_temp.made('loan', n),
    case when kind < 88 then 'active' when kind < 98 then 'closed' else 'written_off' end,
    case when held > 0 then pg_temp.made('team', agent % 10) end,
    case when held > 1 then pg_temp.made('agent', agent) end,
    case when kind < 88 then principal - pg_temp.dice(n, 10, 90) * (principal / 100) else 0 end,
    current_setting('bench.day')::date
      + case when kind % 7 = 0 then -1 - pg_temp.dice(n, 11, 220) else pg_temp.dice(n, 11, 31) end,
    principal / 30
  from numbered;

  insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
    interest_minor, fees_minor, penalties_minor, value_date, method, team_id, agent_id, posted_by,
    posted_at)
  select pg_temp.made('portfolio', 1), pg_temp.made('payment', n), pg_temp.made('loan', n), 'USD',
    principal / 30, principal / 40, principal / 30 - principal / 40, 0, 0,
    current_setting('bench.day')::date - pg_temp.dice(n, 12, 400), 'card',
    case when held > 0 then pg_temp.made('team', agent % 10) end,
    case when held > 1 then pg_temp.made('agent', agent) end, pg_temp.made('manager', 1),
    current_setting('bench.day')::date - pg_temp.dice(n, 12, 400) * interval '1 day'
  from numbered;

  insert into income_days
    (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, payments)
  select portfolio_id, value_date, team_id, agent_id, sum(principal_minor), sum(interest_minor),
    count(*) from payments
  group by 1, 2, 3, 4;`;

/** Adds calls of the last 300 days, and promises, tags and audit rows, to the book. */
const work = `
  insert into contact_attempts
    (portfolio_id, id, loan_id, channel, outcome, contacted_at, logged_by, logged_at)
  select portfolio_id, pg_temp.made('contact', n), loan_id, 'call', 'answered', at, agent_id, at
  from (
    select state.portfolio_id, state.loan_id, state.agent_id, row_number() over () as n,
      current_setting('bench.day')::timestamptz + interval '8 hours'
        - pg_temp.dice(hashtext(state.loan_id::text), 13, 300) * interval '1 day' as at
    from loan_state state where state.agent_id is not null and state.status = 'active'
  ) called;
  insert into loan_work (portfolio_id, loan_id, last_contact_at, last_contact_on)
  select portfolio_id, loan_id, contacted_at, contacted_at::date from contact_attempts;
  insert into promises (portfolio_id, agreement_id, id, loan_id, currency, amount_minor, promised_on, grace_days,
    made_on, made_by, made_at, state)
  select contact.portfolio_id, pg_temp.made('promise', loan.reference_number),
    pg_temp.made('promise', loan.reference_number), contact.loan_id, 'USD',
    loan.instalment_minor, contact.contacted_at::date + 7, 1, contact.contacted_at::date,
    contact.logged_by, contact.contacted_at,
    case when contact.contacted_at::date + 8 >= current_setting('bench.day')::date then 'waiting'
      when loan.reference_number % 3 = 0 then 'broken' else 'kept' end
  from contact_attempts contact
  join loans loan on loan.portfolio_id = contact.portfolio_id and loan.id = contact.loan_id
  where loan.reference_number % 4 = 0;
  insert into tags (portfolio_id, id, name, colour, created_by, created_at)
  select pg_temp.made('portfolio', 1), pg_temp.made('tag', n), 'Tag ' || n, 'teal',
    pg_temp.made('manager', 1), now()
  from generate_series(0, 4) n;
  insert into loan_tags (portfolio_id, loan_id, tag_id, put_on_by, put_on_at)
  select portfolio_id, id, pg_temp.made('tag', reference_number % 5), pg_temp.made('manager', 1), now()
  from loans where reference_number % 9 = 0;
  insert into audit_events (id, portfolio_id, actor_id, event, subject, subject_id, after, at)
  select pg_temp.made('posted', loan.reference_number), payment.portfolio_id, payment.posted_by,
    'post-payment', 'loan', payment.loan_id, jsonb_build_object('amountMinor', payment.amount_minor),
    payment.posted_at
  from payments payment
  join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
  union all
  select pg_temp.made('logged', loan.reference_number), contact.portfolio_id, contact.logged_by,
    'log-contact', 'loan', contact.loan_id, '{"channel": "call"}', contact.contacted_at
  from contact_attempts contact
  join loans loan on loan.portfolio_id = contact.portfolio_id and loan.id = contact.loan_id;`;

/** The value of `made('tag', 1)`. */
export const benchTagId = 'e9bae3ce-1d7a-400b-8b1a-a2fbddc50cfb';

export const benchEmails = {
  admin: 'admin@bench.example',
  user: 'user@bench.example',
  team: 'team3@bench.example',
  agent: 'agent33@bench.example',
} as const;
