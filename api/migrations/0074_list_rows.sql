-- A page of a loan list reads only this table, so it also has columns that lists show but do not
-- filter or sort by: more facts of the loan, and the borrower's name as entered.
alter table listed_loans
  add column borrower_id uuid,
  add column external_id text,
  add column purpose text,
  add column grade text,
  add column borrower_shown text;

create or replace view loans_to_list as
select state.portfolio_id, state.loan_id, loan.product_id, loan.reference_number,
  loan.principal_minor, state.outstanding_principal_minor, loan.disbursed_on,
  next_due_of(state.status, state.oldest_unpaid_due_on) as next_due_on, loan.annual_rate_percent,
  state.status, loan.currency, lower(coalesce(borrower.name, borrower.external_id, '')) as borrower_name,
  search_form(concat_ws(E'\n', 'L-' || lpad(loan.reference_number::text, 6, '0'), loan.external_id,
    borrower.name, borrower.external_id, reach.lines)) as search_text,
  state.team_id, state.agent_id, loan.import_id, loan.borrower_id,
  loan.external_id, loan.purpose, loan.grade, borrower.name as borrower_shown
from loan_state state
join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
join borrowers borrower
  on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
left join lateral (
  select string_agg(contact.value, E'\n' order by contact.kind desc, contact.added_at, contact.id)
    as lines
  from borrower_contacts contact
  where contact.portfolio_id = borrower.portfolio_id and contact.borrower_id = borrower.id
    and contact.kind in ('phone', 'email') and contact.retired_at is null
) reach on true;

create or replace function list_new_loans() returns trigger language plpgsql as $$
begin
  insert into listed_loans (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
    grade, borrower_shown, due_minor, arrears_minor, dues_counted_on, dues_hold_until)
  select loan.portfolio_id, loan.loan_id, loan.product_id, loan.reference_number,
    loan.principal_minor, loan.outstanding_principal_minor, loan.disbursed_on, loan.next_due_on,
    loan.annual_rate_percent, loan.status, loan.currency, loan.borrower_name, loan.search_text,
    loan.team_id, loan.agent_id, loan.import_id, loan.borrower_id, loan.external_id, loan.purpose,
    loan.grade, loan.borrower_shown, coalesce(dues.due_minor, 0), coalesce(dues.arrears_minor, 0),
    guessed.today, coalesce(dues.hold_until, '9999-12-31')
  from inserted
  join loans_to_list loan
    on loan.portfolio_id = inserted.portfolio_id and loan.loan_id = inserted.loan_id
  join portfolios portfolio on portfolio.id = loan.portfolio_id
  cross join lateral (select (now() at time zone portfolio.time_zone)::date as today) guessed
  left join lateral dues_of(loan.portfolio_id, loan.loan_id, guessed.today) dues
    on loan.status = 'active';
  return null;
end $$;

create or replace function list_loan_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set product_id = loan.product_id, reference_number = loan.reference_number,
    principal_minor = loan.principal_minor, disbursed_on = loan.disbursed_on,
    annual_rate_percent = loan.annual_rate_percent, currency = loan.currency,
    import_id = loan.import_id, borrower_name = loan.borrower_name, search_text = loan.search_text,
    borrower_id = loan.borrower_id, external_id = loan.external_id, purpose = loan.purpose,
    grade = loan.grade, borrower_shown = loan.borrower_shown
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.loan_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.product_id, listed.reference_number, listed.principal_minor, listed.disbursed_on,
      listed.annual_rate_percent, listed.currency, listed.import_id, listed.borrower_name,
      listed.search_text, listed.borrower_id, listed.external_id, listed.purpose, listed.grade,
      listed.borrower_shown)
      is distinct from (loan.product_id, loan.reference_number, loan.principal_minor,
      loan.disbursed_on, loan.annual_rate_percent, loan.currency, loan.import_id,
      loan.borrower_name, loan.search_text, loan.borrower_id, loan.external_id, loan.purpose,
      loan.grade, loan.borrower_shown);
  return null;
end $$;

-- A new accent or capital in a name does not change the search text, but it changes the shown name.
create or replace function list_borrower_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set borrower_name = loan.borrower_name, search_text = loan.search_text,
    borrower_shown = loan.borrower_shown
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.borrower_name, listed.search_text, listed.borrower_shown)
      is distinct from (loan.borrower_name, loan.search_text, loan.borrower_shown);
  return null;
end $$;

update listed_loans listed
set borrower_id = loan.borrower_id, external_id = loan.external_id, purpose = loan.purpose,
  grade = loan.grade, borrower_name = loan.borrower_name, search_text = loan.search_text,
  borrower_shown = loan.borrower_shown
from loans_to_list loan
where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id;

alter table listed_loans alter column borrower_id set not null, alter column purpose set not null;
