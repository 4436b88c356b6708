-- Loan lists sort by the amounts due and in arrears with the first two indexes, as long as the dues
-- of all rows are right today. The third index and listed_loans_by_dues find a row whose dues are
-- not.
create index listed_loans_by_due_amount on listed_loans (portfolio_id, due_minor, loan_id);
create index listed_loans_by_arrears_amount on listed_loans (portfolio_id, arrears_minor, loan_id);
create index listed_loans_by_dues_day on listed_loans (dues_counted_on) where status = 'active';
