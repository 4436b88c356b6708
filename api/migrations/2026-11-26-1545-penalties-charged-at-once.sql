-- An event that changes the past of a loan charges what closed days miss in its own transaction. Within one day such a
-- penalty may be charged, lose its reason and be charged again; the close of its own day still charges it once.
drop index charges_once_a_month;
create unique index charges_once_a_month on charges (portfolio_id, loan_id, instalment_number, due_on,
  late_months) where late_months is not null and charged_late_on is null;
