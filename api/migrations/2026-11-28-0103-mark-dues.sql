-- Marks all loans, in a transaction of its own, because the one before locks the tables of payments.
-- Readers and the job that stores dues take a marked loan as it is now.
insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from loan_state;
