-- What is due, and what is in arrears, are sorted by: while every row of a book holds today, its
-- order is an index's. Whether one does not is asked of the other two, which then find it at once.
create index listed_loans_by_due_amount on listed_loans (portfolio_id, due_minor, loan_id);
create index listed_loans_by_arrears_amount on listed_loans (portfolio_id, arrears_minor, loan_id);
create index listed_loans_by_dues_day on listed_loans (dues_counted_on) where status = 'active';
