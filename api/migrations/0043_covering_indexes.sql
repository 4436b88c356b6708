-- What is late and what is owed above an amount is summed from the index alone: by its rows, a tenth
-- of a book lies scattered over all of its pages.
drop index listed_loans_by_due;
create index listed_loans_by_due on listed_loans (portfolio_id, next_due_on, loan_id)
  include (currency, outstanding_principal_minor);
drop index listed_loans_by_outstanding;
create index listed_loans_by_outstanding
  on listed_loans (portfolio_id, outstanding_principal_minor, loan_id)
  include (currency, principal_minor);
