-- Finds the payments on written-off loans.
create index if not exists payments_of_recoveries on payments (portfolio_id, value_date)
  where recovered_minor > 0;
