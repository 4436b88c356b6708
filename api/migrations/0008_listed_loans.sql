-- One narrow row for each loan with the columns that loan lists filter and sort by, and the totals
-- of these lists. Triggers update both from loan_state, loans and borrowers in the transaction of
-- the change.

create extension if not exists pg_trgm;

-- Columns of fixed width come first, so that a scan over all loans finds its columns quickly. No
-- index has a holder, and half of each page is free, so reassigning thousands of loans updates
-- their rows in place and writes no index. The indexes by holder are on loan_state.
create table listed_loans (
  portfolio_id uuid not null,
  loan_id uuid not null,
  product_id uuid not null,
  reference_number bigint not null,
  principal_minor bigint not null,
  outstanding_principal_minor bigint not null,
  disbursed_on date not null,
  -- The oldest unpaid due date of an active loan. Other loans have the date 9999-12-31 and so sort
  -- last.
  next_due_on date not null,
  annual_rate_percent numeric(10, 6) not null,
  status text not null,
  currency text not null,
  borrower_name text not null,
  -- Lower-case lines: the loan's reference and external id, then the borrower's name, external id,
  -- phone and e-mail address.
  search_text text not null,
  team_id uuid,
  agent_id uuid,
  import_id uuid,
  primary key (portfolio_id, loan_id)
) with (fillfactor = 50);
create index listed_loans_by_reference on listed_loans (portfolio_id, reference_number, loan_id);
create index listed_loans_by_borrower on listed_loans (portfolio_id, borrower_name, loan_id);
create index listed_loans_by_principal on listed_loans (portfolio_id, principal_minor, loan_id);
create index listed_loans_by_outstanding
  on listed_loans (portfolio_id, outstanding_principal_minor, loan_id);
create index listed_loans_by_rate on listed_loans (portfolio_id, annual_rate_percent, loan_id);
create index listed_loans_by_due on listed_loans (portfolio_id, next_due_on, loan_id);
create index listed_loans_by_disbursed on listed_loans (portfolio_id, disbursed_on, loan_id);
create index listed_loans_by_import on listed_loans (portfolio_id, import_id)
  where import_id is not null;
create index listed_loans_by_text on listed_loans using gin (search_text gin_trgm_ops);

-- Each change adds rows with differences and locks no row, so two payments do not wait for each
-- other here. The sum of the rows of a key is exact at any moment. A job replaces the rows of a key
-- by one row from time to time.
create table loan_totals (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  product_id uuid not null,
  team_id uuid,
  agent_id uuid,
  status text not null,
  currency text not null,
  loans integer not null,
  principal_minor bigint not null,
  outstanding_principal_minor bigint not null
);
create index loan_totals_by_holder on loan_totals (portfolio_id, team_id, agent_id);

create function next_due_of(status text, oldest_unpaid_due_on date) returns date language sql immutable
return case status when 'active' then oldest_unpaid_due_on else '9999-12-31' end;

-- The single definition of a row of listed_loans, for new loans, for changed loans and for the
-- first filling below.
create view loans_to_list as
select state.portfolio_id, state.loan_id, loan.product_id, loan.reference_number,
  loan.principal_minor, state.outstanding_principal_minor, loan.disbursed_on,
  next_due_of(state.status, state.oldest_unpaid_due_on) as next_due_on, loan.annual_rate_percent,
  state.status, loan.currency, lower(coalesce(borrower.name, borrower.external_id, '')) as borrower_name,
  lower(concat_ws(E'\n', 'L-' || lpad(loan.reference_number::text, 6, '0'), loan.external_id,
    borrower.name, borrower.external_id, borrower.phone, borrower.email)) as search_text,
  state.team_id, state.agent_id, loan.import_id, loan.borrower_id
from loan_state state
join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
join borrowers borrower
  on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id;

create function list_new_loans() returns trigger language plpgsql as $$
begin
  insert into listed_loans (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id)
  select loan.portfolio_id, loan.loan_id, loan.product_id, loan.reference_number,
    loan.principal_minor, loan.outstanding_principal_minor, loan.disbursed_on, loan.next_due_on,
    loan.annual_rate_percent, loan.status, loan.currency, loan.borrower_name, loan.search_text,
    loan.team_id, loan.agent_id, loan.import_id
  from inserted
  join loans_to_list loan
    on loan.portfolio_id = inserted.portfolio_id and loan.loan_id = inserted.loan_id;
  return null;
end $$;
create trigger loan_state_lists_new after insert on loan_state
  referencing new table as inserted for each statement execute function list_new_loans();

create function list_state_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set status = state.status, team_id = state.team_id, agent_id = state.agent_id,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = next_due_of(state.status, state.oldest_unpaid_due_on)
  from changed state
  where listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    and (listed.status, listed.team_id, listed.agent_id, listed.outstanding_principal_minor,
      listed.next_due_on) is distinct from (state.status, state.team_id, state.agent_id,
      state.outstanding_principal_minor, next_due_of(state.status, state.oldest_unpaid_due_on));
  return null;
end $$;
create trigger loan_state_lists_changes after update on loan_state
  referencing new table as changed for each statement execute function list_state_changes();

create function unlist_loans() returns trigger language plpgsql as $$
begin
  delete from listed_loans listed using gone
  where listed.portfolio_id = gone.portfolio_id and listed.loan_id = gone.loan_id;
  return null;
end $$;
create trigger loan_state_unlists after delete on loan_state
  referencing old table as gone for each statement execute function unlist_loans();

create function list_loan_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set product_id = loan.product_id, reference_number = loan.reference_number,
    principal_minor = loan.principal_minor, disbursed_on = loan.disbursed_on,
    annual_rate_percent = loan.annual_rate_percent, currency = loan.currency,
    import_id = loan.import_id, borrower_name = loan.borrower_name, search_text = loan.search_text
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.loan_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.product_id, listed.principal_minor, listed.disbursed_on,
      listed.annual_rate_percent, listed.currency, listed.import_id, listed.search_text)
      is distinct from (loan.product_id, loan.principal_minor, loan.disbursed_on,
      loan.annual_rate_percent, loan.currency, loan.import_id, loan.search_text);
  return null;
end $$;
create trigger loans_list_changes after update on loans
  referencing new table as changed for each statement execute function list_loan_changes();

create function list_borrower_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set borrower_name = loan.borrower_name, search_text = loan.search_text
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and listed.search_text is distinct from loan.search_text;
  return null;
end $$;
create trigger borrowers_list_changes after update on borrowers
  referencing new table as changed for each statement execute function list_borrower_changes();

create function total_listed_loans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, count(*),
      sum(principal_minor), sum(outstanding_principal_minor)
    from after_change group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, -count(*),
      -sum(principal_minor), -sum(outstanding_principal_minor)
    from before_change group by 1, 2, 3, 4, 5, 6;
  else
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, sum(sign),
      sum(sign * principal_minor), sum(sign * outstanding_principal_minor)
    from (
      select 1 as sign, * from after_change union all select -1, * from before_change
    ) change
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * principal_minor) <> 0
      or sum(sign * outstanding_principal_minor) <> 0;
  end if;
  return null;
end $$;
create trigger listed_loans_total_new after insert on listed_loans
  referencing new table as after_change for each statement execute function total_listed_loans();
create trigger listed_loans_total_changed after update on listed_loans
  referencing old table as before_change new table as after_change
  for each statement execute function total_listed_loans();
create trigger listed_loans_total_gone after delete on listed_loans
  referencing old table as before_change for each statement execute function total_listed_loans();

insert into listed_loans (portfolio_id, loan_id, product_id, reference_number, principal_minor,
  outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
  borrower_name, search_text, team_id, agent_id, import_id)
select portfolio_id, loan_id, product_id, reference_number, principal_minor,
  outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
  borrower_name, search_text, team_id, agent_id, import_id
from loans_to_list;

-- For the latest payments on a dashboard.
create index payments_latest on payments (portfolio_id, posted_at desc, id desc);
