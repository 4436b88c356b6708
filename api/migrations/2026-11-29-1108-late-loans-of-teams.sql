-- The index also has the holders, so that reports read the late loans of a team from the index
-- alone.
create index if not exists loan_list_rows_by_late_team on loan_list_rows (portfolio_id, next_due_on, loan_id)
  include (currency, outstanding_principal_minor, status, arrears_minor, dues_counted_on,
    dues_hold_until, team_id, agent_id);
drop index loan_list_rows_by_due;
alter index loan_list_rows_by_late_team rename to loan_list_rows_by_due;
