-- Finds the loans of a late bucket at the last month end, which is the thirteenth value.
create index if not exists loan_month_ends_by_lateness on loan_month_ends (portfolio_id, (days_past_due[13]))
  where not is_plain;
drop index loan_month_ends_changed;
