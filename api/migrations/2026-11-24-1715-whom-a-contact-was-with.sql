-- A contact is with the loan's first borrower, or with a party that stands on the same loan.
alter table loan_parties add constraint loan_parties_of_loan unique (portfolio_id, loan_id, id);

alter table contacts add column party_id uuid,
  add constraint contacts_party_of_loan foreign key (portfolio_id, loan_id, party_id)
    references loan_parties (portfolio_id, loan_id, id);
