-- A change of a borrower locks the list rows of its loans in the order of the loans, as bulk
-- actions do: in another order the two could deadlock.
create or replace function list_borrower_changes() returns trigger language plpgsql as $$
begin
  perform from loan_list_rows
  where (portfolio_id, loan_id) in (
    select loan.portfolio_id, loan.id from changed
    join loans loan on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id)
  order by portfolio_id, loan_id for update;
  update loan_list_rows listed
  set borrower_name = loan.borrower_name, search_text = loan.search_text,
    borrower_shown = loan.borrower_shown, facts = loan.facts
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.borrower_name, listed.search_text, listed.borrower_shown, listed.facts)
      is distinct from (loan.borrower_name, loan.search_text, loan.borrower_shown, loan.facts);
  return null;
end $$;

create or replace function list_contact_changes() returns trigger language plpgsql as $$
begin
  perform from loan_list_rows
  where (portfolio_id, loan_id) in (
    select loan.portfolio_id, loan.id from changed
    join loans loan on loan.portfolio_id = changed.portfolio_id
      and loan.borrower_id = changed.borrower_id)
  order by portfolio_id, loan_id for update;
  update loan_list_rows listed
  set search_text = loan.search_text
  from (select distinct portfolio_id, borrower_id from changed) of_borrower
  join loans_to_list loan on loan.portfolio_id = of_borrower.portfolio_id
    and loan.borrower_id = of_borrower.borrower_id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and listed.search_text is distinct from loan.search_text;
  return null;
end $$;
