-- Marks all loans. It is a separate migration, because the one before locks the tables of payments.
-- Readers and the job that stores dues use the current schedule of a marked loan.
insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from loan_state;
