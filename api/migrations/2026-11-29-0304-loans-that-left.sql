-- Finds the loans that left the books since the last month end among all that were late or have left.
create index if not exists loan_month_ends_left on loan_month_ends (portfolio_id, loan_id)
  where not is_plain and not is_active;
