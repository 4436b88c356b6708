-- Reports add up arrears from an index, which has a tenth of the pages of the table.
create index if not exists loan_list_rows_by_lateness on loan_list_rows (portfolio_id, next_due_on, loan_id)
  include (currency, outstanding_principal_minor, status, arrears_minor, dues_counted_on,
    dues_hold_until);
drop index loan_list_rows_by_due;
alter index loan_list_rows_by_lateness rename to loan_list_rows_by_due;
