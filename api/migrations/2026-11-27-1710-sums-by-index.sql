-- Reports add up vintages and concentration from an index, which has a tenth of the pages of the
-- table.
create index loan_list_rows_by_vintage on loan_list_rows (portfolio_id, disbursed_on, loan_id)
  include (currency, principal_minor, status);
drop index loan_list_rows_by_disbursed;
alter index loan_list_rows_by_vintage rename to loan_list_rows_by_disbursed;

create index loan_list_rows_by_part on loan_list_rows
  (portfolio_id, outstanding_principal_minor, loan_id)
  include (currency, principal_minor, status, product_id, purpose, grade);
drop index loan_list_rows_by_outstanding;
alter index loan_list_rows_by_part rename to loan_list_rows_by_outstanding;
