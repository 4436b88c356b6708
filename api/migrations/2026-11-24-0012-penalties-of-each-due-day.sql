-- An instalment that is rescheduled is due on another day: what is late from then on is charged anew.
drop index charges_once_a_month;
create unique index charges_once_a_month on charges
  (portfolio_id, loan_id, instalment_number, due_on, late_months) where late_months is not null;
