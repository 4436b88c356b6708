-- What teams and agents see in finance, so that they need not read every instalment and line of the
-- loans that they hold: docs/decisions/0095-finance-by-day.md. A holder is a team or an agent. A loan
-- counts for both.

-- The holders under which a stored schedule is in the sums.
alter table loan_dues
  add column team_id uuid,
  add column agent_id uuid;

create table held_due_sums (
  portfolio_id uuid not null references portfolios,
  holder_id uuid not null,
  due_on date not null,
  currency text not null,
  expected_minor bigint not null,
  expected_dues bigint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  charges_minor bigint not null,
  dues bigint not null,
  primary key (portfolio_id, holder_id, due_on, currency)
) with (fillfactor = 70);

-- A mark of a loan that changed its holder alone does not concern the sums of the portfolio.
alter table due_marks add column is_move boolean not null default false;

-- The version before stores schedules without their holders. It tries again until it has ended, and
-- readers take the marked loans as they are.
create function need_holders_of_dues() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of schedules' using errcode = '55P03';
  end if;
  return null;
end $$;
create trigger loan_dues_need_holders before insert or delete on loan_dues
  for each statement execute function need_holders_of_dues();

create table held_ledger_days (
  portfolio_id uuid not null references portfolios,
  holder_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  primary key (portfolio_id, holder_id, day, account, currency)
) with (fillfactor = 70);

-- What entries have added since the sums were last folded.
create table held_ledger_day_changes (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  holder_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null
);

-- Loans whose earlier entries still count for their former holders. An entry with a higher number was
-- booked after the move, because both wait for the loan, and counts for the new holders at once.
create table loan_moves (
  number bigint primary key default nextval('event_numbers'),
  portfolio_id uuid not null,
  loan_id uuid not null,
  from_team_id uuid,
  from_agent_id uuid,
  to_team_id uuid,
  to_agent_id uuid
);

create function record_loan_move() returns trigger language plpgsql as $$
begin
  insert into loan_moves (portfolio_id, loan_id, from_team_id, from_agent_id, to_team_id, to_agent_id)
  values (new.portfolio_id, new.loan_id, old.team_id, old.agent_id, new.team_id, new.agent_id);
  insert into due_marks (portfolio_id, loan_id, is_move)
  values (new.portfolio_id, new.loan_id, true);
  return null;
end $$;
create trigger loan_state_records_move after update on loan_state for each row
  when (old.team_id is distinct from new.team_id or old.agent_id is distinct from new.agent_id)
  execute function record_loan_move();

-- A withdrawn loan keeps its entries, which no team or agent sees any more. It is marked by unlist_loans.
create function record_loan_withdrawal() returns trigger language plpgsql as $$
begin
  insert into loan_moves (portfolio_id, loan_id, from_team_id, from_agent_id)
  values (old.portfolio_id, old.loan_id, old.team_id, old.agent_id);
  return null;
end $$;
create trigger loan_state_records_withdrawal after delete on loan_state for each row
  when (old.team_id is not null) execute function record_loan_withdrawal();

-- Finds the payments on written-off loans.
create index if not exists payments_of_recoveries on payments (portfolio_id, value_date)
  where recovered_minor > 0;

-- Entries add to the sums of the loan's holders too. A loan has its state before its entries, or gets
-- it without a holder in the same statement.
create or replace function ledger_lines_must_balance() returns trigger language plpgsql
  set enable_seqscan to off
as $$
declare
  broken uuid;
  unknown text;
begin
  select account into unknown from inserted
  where not exists (select from ledger_accounts known where known.name = inserted.account)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no account %', unknown using errcode = '23503';
  end if;
  select transaction_id into broken
  from inserted
  group by portfolio_id, transaction_id, currency
  having sum(debit_minor) <> sum(credit_minor) or count(*) < 2
  limit 1;
  if broken is not null then
    raise exception 'ledger transaction % does not balance', broken using errcode = '23514';
  end if;
  insert into ledger_day_changes
    (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
  select line.portfolio_id, entry.value_date, line.account, line.currency, sum(line.debit_minor),
    sum(line.credit_minor), count(*)
  from inserted line
  cross join lateral (
    select booked.value_date from ledger_transactions booked
    where booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
    offset 0
  ) entry
  group by 1, 2, 3, 4;
  insert into held_ledger_day_changes
    (portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines)
  select line.portfolio_id, holder.id, entry.value_date, line.account, line.currency,
    sum(line.debit_minor), sum(line.credit_minor), count(*)
  from inserted line
  cross join lateral (
    select booked.value_date, booked.loan_id from ledger_transactions booked
    where booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
    offset 0
  ) entry
  cross join lateral (
    select state.team_id, state.agent_id from loan_state state
    where state.portfolio_id = line.portfolio_id and state.loan_id = entry.loan_id
      and state.team_id is not null
    offset 0
  ) state
  cross join lateral (values (state.team_id), (state.agent_id)) holder (id)
  where holder.id is not null
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
