-- Reports add up late loans and loans above an amount from these indexes alone, so the indexes
-- include the columns that are added up. Reading a tenth of the rows would read nearly all pages of
-- the table.
drop index listed_loans_by_due;
create index listed_loans_by_due on listed_loans (portfolio_id, next_due_on, loan_id)
  include (currency, outstanding_principal_minor);
drop index listed_loans_by_outstanding;
create index listed_loans_by_outstanding
  on listed_loans (portfolio_id, outstanding_principal_minor, loan_id)
  include (currency, principal_minor);
