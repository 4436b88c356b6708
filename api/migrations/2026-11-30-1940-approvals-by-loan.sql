-- Finds the requests on a loan, for example those to waive one of its penalties.
create index if not exists approvals_by_loan on approvals (portfolio_id, loan_id)
  where loan_id is not null;
