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

-- Amounts of entries that are not yet in the sums of held_ledger_days.
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

-- Loans whose earlier entries still count for their former holders. Entries and moves lock the
-- loan, so an entry with a higher number was booked after the move and counts for the new holders
-- at once.
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

-- The entries of a withdrawn loan stay, but no team or agent sees them any more. unlist_loans marks
-- the dues of the loan.
create function record_loan_withdrawal() returns trigger language plpgsql as $$
begin
  insert into loan_moves (portfolio_id, loan_id, from_team_id, from_agent_id)
  values (old.portfolio_id, old.loan_id, old.team_id, old.agent_id);
  return null;
end $$;
create trigger loan_state_records_withdrawal after delete on loan_state for each row
  when (old.team_id is not null) execute function record_loan_withdrawal();
