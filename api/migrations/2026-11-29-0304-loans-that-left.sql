-- Finds the loans that were in the books at the last month end and have left them since.
create index if not exists loan_month_ends_left on loan_month_ends (portfolio_id, loan_id)
  where not is_plain and not is_active;
