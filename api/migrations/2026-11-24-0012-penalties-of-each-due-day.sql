-- A rescheduled instalment has another due date, from which it can be late and be charged again.
drop index charges_once_a_month;
create unique index charges_once_a_month on charges
  (portfolio_id, loan_id, instalment_number, due_on, late_months) where late_months is not null;
