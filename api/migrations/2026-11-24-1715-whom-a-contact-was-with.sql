-- The party that a contact was with; null for the first borrower of the loan.
alter table loan_parties add constraint loan_parties_of_loan unique (portfolio_id, loan_id, id);

alter table contacts add column party_id uuid,
  add constraint contacts_party_of_loan foreign key (portfolio_id, loan_id, party_id)
    references loan_parties (portfolio_id, loan_id, id);
