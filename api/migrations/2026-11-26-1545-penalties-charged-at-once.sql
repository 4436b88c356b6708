-- An event that changes the past of a loan charges the missing penalties of closed days in its
-- transaction. Within a day, such a penalty may be charged, waived and charged again. The end of
-- day of its own day charges it once.
drop index charges_once_a_month;
create unique index charges_once_a_month on charges (portfolio_id, loan_id, instalment_number, due_on,
  late_months) where late_months is not null and charged_late_on is null;
